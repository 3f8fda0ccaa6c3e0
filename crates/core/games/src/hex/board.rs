//! The board of Hex as it is drawn, with end zones and coordinates along all edges.

use hexarium_geometry::{Board, Place, column_letter};
use hexarium_kernel::{BoardView, CellView, Material, PieceShape, Player, Region, RimLabel};

/// Returns the empty board. The end zones are outside the playable cells.
pub(super) fn view<const W: usize>(board: &Board<W>, blue: Player) -> BoardView {
    let mut view = BoardView::of(board, |_| (Region::Plain, '.')).made_of(Material::Tiles, PieceShape::Stone);
    let n = board.rows().len() as i16;
    let mut zone = |q, r, player: Player, blank| {
        let region = Region::EndZone(player);
        view.cells.push(CellView { place: Place::new(q, r), label: String::new(), region, blank });
    };
    for i in 0..n {
        zone(i, -1, blue, 'b');
        zone(i, n, blue, 'b');
        zone(-1, i, blue.other(), 'r');
        zone(n, i, blue.other(), 'r');
    }
    let label = |q, r, text: String| RimLabel { place: Place::new(q, r), text };
    let labels = (0..n).flat_map(|i| {
        let letter = column_letter(i as usize).to_string();
        let number = (i + 1).to_string();
        [label(i, -2, letter.clone()), label(i, n + 1, letter), label(-3, i, number.clone()), label(n + 1, i, number)]
    });
    view.rim = labels.collect();
    view
}
