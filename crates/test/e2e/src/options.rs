//! Options of a browser.

/// Options with which a browser is started.
#[derive(Clone, Debug)]
pub struct BrowserOptions {
    /// Width and height of the viewport in pixels.
    pub size: (u32, u32),
    /// Whether the browser emulates a touchscreen instead of a mouse.
    pub phone: bool,
    /// The app's settings on the first visit: lines of `name=value`.
    pub settings: String,
    /// Media features, such as `prefers-color-scheme` and `dark`.
    pub media: Vec<(&'static str, &'static str)>,
    /// Scripts that run in every page before its own scripts.
    pub scripts: Vec<String>,
}

impl Default for BrowserOptions {
    /// A desktop without animations.
    fn default() -> Self {
        let (size, settings) = ((1280, 800), "motion=false\n".to_string());
        Self { size, phone: false, settings, media: Vec::new(), scripts: Vec::new() }
    }
}

impl BrowserOptions {
    /// Replaces the app's settings.
    pub fn with_settings(self, settings: &str) -> Self {
        Self { settings: settings.to_string(), ..self }
    }

    /// Adds a script that runs before those of the page.
    pub fn with_script(mut self, script: &str) -> Self {
        self.scripts.push(script.to_string());
        self
    }

    /// A phone with a viewport of this size.
    pub fn phone(width: u32, height: u32) -> Self {
        Self { size: (width, height), phone: true, ..Self::default() }
    }
}
