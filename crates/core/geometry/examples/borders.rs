//! Prints the cells of a board row by row, with the number of their neighbours.

use hexarium_geometry::{Board, Shape};

fn main() {
    let board = Board::<1>::new(Shape::Hexagon { side: 3 });
    for row in board.rows() {
        let cells = row.iter().map(|&cell| format!("{}:{}", board.name(cell), board.around(cell).len()));
        println!("{:^40}", cells.collect::<Vec<_>>().join("  "));
    }
    println!("{} cells at the edge, {} corners", board.edge().len(), board.corners().len());
}
