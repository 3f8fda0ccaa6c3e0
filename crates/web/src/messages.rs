//! Every text of the app in one table, so that other languages can follow. What a game says about itself comes from the game.

macro_rules! messages {
    ($($name:ident: $english:literal,)*) => {
        /// The texts of a language.
        pub(crate) struct Messages { $(pub(crate) $name: &'static str,)* }

        static ENGLISH: Messages = Messages { $($name: $english,)* };
    };
}

/// The texts of the player's language.
pub(crate) fn text() -> &'static Messages {
    &ENGLISH
}

/// A text with its gaps filled: `{name}` by the value of that name.
pub(crate) fn fill(template: &str, values: &[(&str, &str)]) -> String {
    values.iter().fold(template.to_string(), |text, (name, value)| text.replace(&format!("{{{name}}}"), value))
}

messages! {
    // Everywhere
    app: "Hexarium",
    home: "Home",
    settings: "Settings",
    cancel: "Cancel",
    skip_to_board: "Skip to the board",
    play: "Play",
    learn: "Learn",
    rules: "Rules",
    resume: "Go on with your game",
    lost_title: "There is nothing here",
    lost: "This address leads nowhere in Hexarium: {address}",
    bad_link_title: "This link cannot be read",
    bad_link: "It may have been cut short on its way. What is wrong: {reason}",

    // Home
    home_title: "Five games on hexagons",
    home_line: "Play a friend, or an AI that thinks on this very machine.",

    // New game
    new_title: "New game of {game}",
    opponent: "Opponent",
    computer: "The computer",
    friend: "A friend, on this screen",
    watch: "Watch two computers",
    level: "Level",
    level_first: "Level of the first",
    level_second: "Level of the second",
    level_words_1: "1 · Beginner",
    level_words_2: "2 · Learner",
    level_words_3: "3 · Casual",
    level_words_4: "4 · Attentive",
    level_words_5: "5 · Skilled",
    level_words_6: "6 · Strong",
    level_words_7: "7 · Expert",
    level_words_8: "8 · Strongest",
    side: "You play",
    side_first: "{name}, who begins",
    side_second: "{name}",
    side_lot: "By lot",
    variant: "Variant",
    options: "Options",
    draw_seed: "Draw by lot",
    seed_help: "The same number gives the same draw.",
    start: "Start",
    drawn_by_lot: "Drawn by lot with number {seed}.",
    drawn_targets: " {name}'s targets: {cells}.",

    // The board
    board: "Board of {game}",
    type_move: "Type a move",
    type_move_help: "In notation, such as {example}",
    make_move: "Play it",
    thinking: "{name} is thinking…",
    won: "{name} wins. {reason}.",
    drawn: "A draw. {reason}.",
    confirm_turn: "Is this your turn?",
    confirm: "Confirm",
    take_back: "Take back",
    confirm_first: "Confirm your turn first, or take it back.",
    wait_for_engine: "One moment: the computer is thinking.",
    not_your_side: "The computer plays this side. Choose “Study” to move for both.",
    at_start: "The start of the game.",
    which: "Which do you mean?",
    you: "You",
    level_name: "Level {level}",
    person: "Player",
    score: "Match score",
    undo: "Undo",
    redo: "Redo",
    hint_button: "Hint",
    resign: "Resign",
    again: "Play again",
    new_game: "New game",
    study: "Study",
    engine_move: "Let the computer move",
    hint: "Try this: {words}",
    looking: "Looking…",
    engine_failed: "The engine is not available: {reason}. You can go on by hand, or reload the page.",
    engine_blocked: "this browser does not let it run",
    engine_broken: "it could not be started",
    storage_full: "This browser has no room to keep your game: it will be lost when you leave. A link from “Share” keeps it.",

    // Study
    moves: "Moves",
    to_start: "To the start",
    back_turn: "Back a turn",
    back_action: "Back",
    forward_action: "Forward",
    forward_turn: "Forward a turn",
    to_end: "To the end",
    engine: "Engine",
    engine_on: "Engine is on",
    engine_off: "Engine is off",
    lines: "Best lines",
    lines_help: "In the order in which it would play them. The bar shows how much of its looking went into a line, and ~ stands before a chance that is still rough.",
    looked_at: "Looked at {visits} times",
    proven_win: "proven win",
    proven_loss: "proven loss",
    proven_draw: "proven draw",
    win_bar: "Chance of {name} to win: {percent}",
    graph: "Chance of {name} to win, move by move",
    analyse_game: "Graph of the game",
    analysing: "{left} positions to go…",
    why: "Why?",
    nothing_played: "Nothing has been played yet.",
    chance_changed: "{action}: the chance to win was {from} and is {to}.",
    best_reply: "The best reply is {line}.",
    best_next: "It goes on with {line}.",
    was_best: "Nothing better was to be had.",
    better_was: "Better was {line}.",
    remove_line: "Remove from here",
    promote_line: "Make it the main line",
    comment: "Comment",

    // Share
    share: "Share",
    copy_link: "Copy link",
    copied: "Copied.",
    link_help: "Whoever opens the link sees this game at this move. Nothing is stored anywhere.",
    export_as: "Save as",
    import: "Open",
    import_help: "Paste a record, SGF, JSON, HexWorld or Hexarium link, or choose a file.",
    import_open: "Open it",
    import_failed: "This cannot be opened: {reason}",
    choose_file: "Choose a file",
    picture_failed: "The picture could not be made.",

    // Set-up
    setup: "Set up a position",
    setup_button: "Set up",
    empty_cell: "Nothing",
    clear_board: "Clear the board",
    to_move: "To move",
    position: "Position",
    setup_ready: "This position can be played.",
    setup_play: "Play from here",
    stack: "stack of {n}",
    stone: "piece",
    queen: "queen",
    king: "king",

    // Learn
    lesson: "Learn {game}",
    step: "Step {n} of {all}",
    next: "Next",
    previous: "Previous",
    lesson_done: "You know how to play {game}.",
    full_rules: "The full rules",
    show_hint: "Show me how",
    lesson_broken: "This step of the lesson cannot be shown: {reason}",
    rules_missing: "The rules page could not be loaded.",

    // Settings
    look: "Look",
    look_system: "As the system",
    look_light: "Light",
    look_dark: "Dark",
    contrast: "High contrast",
    motion: "Pieces move",
    coordinates: "Coordinates",
    confirm_setting: "Confirm turns of several steps",
    reset: "Forget everything kept here",
    reset_done: "Forgotten.",
}
