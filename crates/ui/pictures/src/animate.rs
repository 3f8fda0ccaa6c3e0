//! A whole game as an animated picture.
//!
//! The animation consists of CSS key frames: it needs no script, loops, and respects the preference
//! for reduced motion (pieces then change places without moving). A viewer without CSS animations
//! shows the last state.

use std::fmt::Write;

use hexarium_kernel::{AnimationStep, BoardView, View};

use crate::animation::AnimatedAction;
use crate::decided::write_deciding;
use crate::ground::write_ground;
use crate::layout::Layout;
use crate::marks::write_targets;
use crate::pieces::write_piece;
use crate::scene::{Caption, open, write_page};
use crate::style::Style;
use crate::svg::{Number, Point};
use crate::track::{BLINK, Key, Track, Tracks};
use crate::words;

/// Duration of a beat of an animation, in seconds.
pub const BEAT: f64 = 0.2;
/// Pause before the next action, in seconds.
const REST: f64 = 0.8;
/// Pause after the last action, in seconds.
const LAST_REST: f64 = 3.0;

/// An action of an animated game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// The animation of the action.
    pub animation: Vec<Vec<AnimationStep>>,
    /// The state after it.
    pub view: View,
}

impl Step {
    fn after<'a>(&'a self, before: &'a View) -> AnimatedAction<'a> {
        AnimatedAction { beats: &self.animation, before: Some(before), after: &self.view }
    }
}

/// Draws a whole game as an animated SVG that loops.
pub fn animate(board: &BoardView, start: &View, steps: &[Step], style: &Style) -> String {
    let palette = style.palette(board);
    let layout = Layout::new(board, style);
    let mut tracks = Tracks::new(&layout, start);
    let mut time = REST;
    // The start time of each action; the initial state starts at 0.
    let mut moments = vec![0.0];
    for step in steps {
        moments.push(time);
        for beat in &step.animation {
            tracks.beat(beat, time, time + BEAT);
            time += BEAT;
        }
        tracks.settle(&step.view, time);
        time += BLINK + REST;
    }
    let total = time - REST + LAST_REST;
    moments.push(total);

    let views: Vec<&View> = std::iter::once(start).chain(steps.iter().map(|step| &step.view)).collect();
    let captions: Vec<Caption> = views.iter().map(|view| Caption::new(view, style, &layout)).collect();
    let below = captions.iter().map(Caption::height).fold(0.0, f64::max);
    let last = views[views.len() - 1];
    let mut out = String::new();
    let description = format!("{} actions. {}", steps.len(), words::description(board, last, style));
    open(&mut out, &layout, below, style, &description);
    write_rules(&mut out, &tracks.all, &moments, total);
    write_page(&mut out, &palette, &layout, below);
    write_ground(&mut out, &palette, &layout, board);
    write_targets(&mut out, &palette, &layout, &last.marks);

    let hidden = |number: usize| if number == steps.len() { "" } else { r#" opacity="0""# };
    let animations: Vec<AnimatedAction> = steps.iter().zip(&views).map(|(step, before)| step.after(before)).collect();
    for (i, animation) in animations.iter().enumerate() {
        let mut ground = String::new();
        write_deciding(&mut ground, &palette, &layout, &steps[i].view.marks);
        animation.write_ground(&mut ground, &palette, &layout);
        if !ground.is_empty() {
            let _ = write!(out, r#"<g class="m s{}"{}>{ground}</g>"#, i + 1, hidden(i + 1));
        }
    }
    for (i, track) in tracks.all.iter().enumerate() {
        let _ = write!(out, r#"<g class="m p{i}" transform="{}">"#, attribute(track.last()));
        write_piece(&mut out, &palette, &track.piece, Point::default());
        out += "</g>";
    }
    for (i, caption) in captions.iter().enumerate() {
        let mut layer = String::new();
        if let Some(animation) = i.checked_sub(1).map(|action| &animations[action]) {
            animation.write_strokes(&mut layer, &palette, &layout, palette.ink);
        }
        caption.write(&mut layer, &palette, &layout);
        if !layer.is_empty() {
            let _ = write!(out, r#"<g class="m s{i}"{}>{layer}</g>"#, hidden(i));
        }
    }
    out += "</svg>\n";
    out
}

/// Writes the style sheet: key frames for each piece that changes, and for each action.
fn write_rules(out: &mut String, tracks: &[Track], moments: &[f64], total: f64) {
    *out += "<style>";
    let seconds = Share(total);
    let _ = write!(
        out,
        ".m{{animation:{seconds}s ease-out infinite}}@media(prefers-reduced-motion:reduce){{.m{{animation-timing-function:step-end}}}}"
    );
    write_ways(out, tracks, total, "p");
    for (i, moment) in moments.windows(2).enumerate() {
        let _ = write!(out, ".s{i}{{animation-name:s{i}}}@keyframes s{i}{{");
        let (start, end) = (moment[0], moment[1]);
        if start > 0.0 {
            let _ = write!(out, "0%,{}{{opacity:0}}", percent(start, total));
        }
        let shown = if start > 0.0 { percent(start + BLINK, total) } else { "0%".to_string() };
        if end < total {
            let (fades, gone) = (percent(end, total), percent(end + BLINK, total));
            let _ = write!(out, "{shown},{fades}{{opacity:1}}{gone},100%{{opacity:0}}}}");
        } else {
            let _ = write!(out, "{shown},100%{{opacity:1}}}}");
        }
    }
    *out += "</style>";
}

/// Writes the key frames of each piece that changes, named by the prefix and an index from 0.
pub(crate) fn write_ways(out: &mut String, tracks: &[Track], total: f64, name: &str) {
    for (i, track) in tracks.iter().enumerate().filter(|(_, track)| track.keys.len() > 1) {
        let _ = write!(out, ".{name}{i}{{animation-name:{name}{i}}}@keyframes {name}{i}{{");
        let end = Key { time: total, ..track.last() };
        let keys: Vec<Key> = track.keys.iter().copied().chain([end]).collect();
        let alike = |a: &Key, b: &Key| (a.at, a.there) == (b.at, b.there);
        for run in keys.chunk_by(alike) {
            // Keys between the ends of a pause are redundant.
            let ends = if run.len() > 1 { &[run[0], run[run.len() - 1]][..] } else { run };
            let mut times: Vec<String> = ends.iter().map(|key| percent(key.time, total)).collect();
            times.dedup();
            let _ = write!(out, "{}{{transform:{}}}", times.join(","), property(run[0]));
        }
        *out += "}";
    }
}

/// A number with up to four digits after the point.
struct Share(f64);

impl std::fmt::Display for Share {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let text = format!("{:.4}", self.0);
        f.write_str(text.trim_end_matches('0').trim_end_matches('.'))
    }
}

fn percent(time: f64, total: f64) -> String {
    format!("{}%", Share(time / total * 100.0))
}

pub(crate) fn attribute(key: Key) -> String {
    format!("translate({}){}", key.at, if key.there { "" } else { " scale(0)" })
}

fn property(key: Key) -> String {
    let (x, y) = (Number(key.at.x), Number(key.at.y));
    format!("translate({x}px,{y}px)scale({})", u8::from(key.there))
}
