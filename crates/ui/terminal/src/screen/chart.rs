//! The positions of the cells of a board on the screen.

use hexarium_kernel::{BoardView, Spot};

/// A board laid out in columns and rows of characters.
pub(crate) struct Chart {
    /// The number of columns of half a cell.
    pub(crate) half: u16,
    /// The number of lines of a row of cells.
    step: u16,
    pub(crate) width: u16,
    pub(crate) height: u16,
    /// The position of the sign of each cell.
    places: Vec<(u16, u16)>,
    /// The coordinates at the rim, with their positions.
    pub(crate) rim: Vec<(u16, u16, String)>,
}

impl Chart {
    /// Lays out a board with `half` columns per half cell and `step` lines per row of cells.
    fn new(board: &BoardView, half: u16, step: u16, longest: u16) -> Self {
        let cells = board.cells.iter().map(|cell| cell.place);
        let all = || cells.clone().chain(board.rim.iter().map(|label| label.place));
        let left = all().map(|place| place.half_columns()).min().unwrap_or(0);
        let top = all().map(|place| place.r).min().unwrap_or(0);
        // One column on the left is for the brackets around a sign.
        let at = |half_columns: i16, row: i16| {
            ((half_columns - left).unsigned_abs() * half + 1, (row - top).unsigned_abs() * step)
        };
        let places: Vec<(u16, u16)> = cells.clone().map(|place| at(place.half_columns(), place.r)).collect();
        let rim: Vec<(u16, u16, String)> = board
            .rim
            .iter()
            .map(|label| {
                let (x, y) = at(label.place.half_columns(), label.place.r);
                (x, y, label.text.clone())
            })
            .collect();
        let cell_end = places.iter().map(|(x, _)| x + longest + 1).max().unwrap_or(0);
        let rim_end = rim.iter().map(|(x, _, text)| x + text.chars().count() as u16).max().unwrap_or(0);
        let height = places.iter().map(|(_, y)| y + 1).chain(rim.iter().map(|(_, y, _)| y + 1)).max().unwrap_or(0);
        Self { half, step, width: cell_end.max(rim_end), height, places, rim }
    }

    /// The largest chart that fits, or else the smallest, to be scrolled. `longest` is the length
    /// of the longest sign of a cell.
    pub(crate) fn fitting(board: &BoardView, longest: u16, room: (u16, u16)) -> Self {
        // A sign, and at least one column for its brackets.
        let least = longest / 2 + 1;
        let wide = least.max(2);
        let sizes = [(wide, 2), (wide, 1), (least, 1)];
        let charts = sizes.map(|(half, step)| Self::new(board, half, step, longest));
        let fits = |chart: &Self| chart.width <= room.0 && chart.height <= room.1;
        let mut charts = Vec::from(charts);
        let found = charts.iter().position(fits).unwrap_or_else(|| {
            // None fits: the largest of the low ones that fits horizontally, or else the smallest.
            charts.iter().skip(1).position(|chart| chart.width <= room.0).map_or(charts.len() - 1, |n| n + 1)
        });
        charts.swap_remove(found)
    }

    /// The minimum width and height in which the whole board is visible.
    pub(crate) fn least(board: &BoardView, longest: u16) -> (u16, u16) {
        let chart = Self::new(board, longest / 2 + 1, 1, longest);
        (chart.width, chart.height)
    }

    /// The position of the sign of a cell.
    pub(crate) fn place(&self, spot: Spot) -> Option<(u16, u16)> {
        self.places.get(usize::from(spot.0)).copied()
    }

    /// The cell at or near a point.
    pub(crate) fn cell_at(&self, x: u16, y: u16) -> Option<Spot> {
        let near = |&(_, &(cx, cy)): &(usize, &(u16, u16))| {
            cy.abs_diff(y) < self.step && if x >= cx { x - cx < self.half } else { cx - x < self.half.max(2) }
        };
        let best =
            self.places.iter().enumerate().filter(near).min_by_key(|(_, (cx, cy))| cx.abs_diff(x) + cy.abs_diff(y));
        best.map(|(n, _)| Spot(n as u16))
    }

    /// The scroll offset at which a point of a chart that is too large is visible.
    pub(crate) fn offset(&self, focus: (u16, u16), room: (u16, u16)) -> (u16, u16) {
        let push = |at: u16, size: u16, room: u16| at.saturating_sub(room / 2).min(size.saturating_sub(room));
        (push(focus.0, self.width, room.0), push(focus.1, self.height, room.1))
    }
}

#[cfg(test)]
mod tests {
    use hexarium_games::registry;

    use super::*;

    #[test]
    fn every_default_board_fits_beside_the_panel_in_eighty_columns() {
        for spec in registry::GAMES {
            let board = registry::open(spec.id, &[]).unwrap().board();
            let chart = Chart::fitting(&board, 1, (52, 17));
            assert!(chart.width <= 52 && chart.height <= 17, "{}: {} × {}", spec.id, chart.width, chart.height);
        }
    }

    #[test]
    fn a_click_on_a_sign_finds_its_cell() {
        for (spec, room) in
            registry::GAMES.iter().flat_map(|spec| [(spec, (52, 17)), (spec, (200, 80)), (spec, (9, 9))])
        {
            let board = registry::open(spec.id, &[]).unwrap().board();
            let chart = Chart::fitting(&board, 1, room);
            for n in 0..board.cells.len() {
                let (x, y) = chart.place(Spot(n as u16)).unwrap();
                assert_eq!(chart.cell_at(x, y), Some(Spot(n as u16)), "{}", spec.id);
            }
            assert_eq!(chart.cell_at(500, 500), None);
        }
    }

    #[test]
    fn a_board_that_is_too_large_is_scrolled_to_the_cursor() {
        let board = registry::open("hex(size=19)", &[]).unwrap().board();
        let room = (20, 8);
        let chart = Chart::fitting(&board, 1, room);
        for n in 0..board.cells.len() {
            let (x, y) = chart.place(Spot(n as u16)).unwrap();
            let (dx, dy) = chart.offset((x, y), room);
            assert!(x >= dx && x < dx + room.0 && y >= dy && y < dy + room.1);
        }
    }
}
