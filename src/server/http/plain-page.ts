/** The frame of the two pages that are written without React: an error of ours, and the end of a campaign's mails. */
export const plainPageStyle = `
:root { color-scheme: light dark; --sheet: #f1f4f2; --paper: #ffffff; --ink: #13202b; --quiet: #475768; --track: #a8135f; }
@media (prefers-color-scheme: dark) {
  :root { --sheet: #0d151c; --paper: #151f28; --ink: #e9eff2; --quiet: #a7b5c0; --track: #c42a76; }
}
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1rem; background: var(--sheet);
  color: var(--ink); font: 1.0625rem/1.5 Cabin, "Gill Sans", Calibri, Arial, sans-serif; overflow-wrap: anywhere; }
main { width: 100%; max-width: 35rem; padding: 1.75rem; background: var(--paper); border: 1px solid var(--ink); }
h1 { margin: 0; font-size: 1.75rem; line-height: 1.2; }
p { margin: 1rem 0 0; }
.quiet { color: var(--quiet); font-size: .9375rem; }
a { color: inherit; }
a:focus-visible, button:focus-visible { outline: 3px solid #ffd200; outline-offset: 2px; }
`
