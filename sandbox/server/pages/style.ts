/** The sandbox's pages look unlike the shop on purpose: they must not pass for a bank's. */
export const STYLE = `
:root { color-scheme: light dark; --paper: #fff; --ink: #13202b; --quiet: #475768; --edge: #63747f; --rule: #c3cdd0; --sheet: #f1f4f2; --bad: #b3261e; --good: #17603a }
@media (prefers-color-scheme: dark) { :root { --paper: #151f28; --ink: #e9eff2; --quiet: #a7b5c0; --edge: #7f919e; --rule: #2f3e4a; --sheet: #0d151c; --bad: #ff9a8f; --good: #7fd6a2 } }
* { box-sizing: border-box }
body { margin: 0; background: var(--sheet); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif }
main { max-width: 76rem; margin-inline: auto; padding: 1.5rem 1.25rem 4rem }
h1 { font-size: 1.75rem; line-height: 1.2; margin: 0 0 .5rem }
h2 { font-size: 1.25rem; margin: 2.25rem 0 .75rem }
p { margin: 0 0 .75rem; max-width: 65ch }
.quiet { color: var(--quiet) }
.box { background: var(--paper); border: 1px solid var(--ink); padding: 1rem 1.125rem; margin-bottom: 1rem }
.narrow { max-width: 34rem; margin-inline: auto }
.note { border: 2px solid var(--bad); background: var(--paper); padding: .75rem 1rem }
.box h2 { margin-top: 0 }
.row { margin-top: .5rem; display: flex; flex-wrap: wrap; gap: .5rem; align-items: center }
.head { display: flex; flex-wrap: wrap; gap: .25rem 1rem; align-items: baseline; justify-content: space-between }
.amount { font-weight: 700; font-size: 1.25rem }
.status { font-weight: 700 }
.status.succeeded { color: var(--good) }
.status.failed, .status.canceled, .status.lost { color: var(--bad) }
code { font: .9rem ui-monospace, monospace; overflow-wrap: anywhere }
form { display: inline-flex; gap: .375rem; margin: 0; align-items: center }
label { font-weight: 600 }
input[type=number] { width: 7rem; min-height: 2.5rem; padding: .25rem .5rem; font: inherit; color: inherit; background: var(--paper); border: 1.5px solid var(--edge); border-radius: 3px }
button { min-height: 2.5rem; padding: .25rem .875rem; font: inherit; font-weight: 600; font-size: .95rem; line-height: 1.2; color: inherit; background: transparent; border: 1.5px solid var(--ink); border-radius: 3px; cursor: pointer }
button:hover { background: color-mix(in oklab, var(--ink) 8%, transparent) }
.wide button { min-height: 3rem; width: 100% }
.wide form { display: flex; width: 100% }
.wide { display: grid; gap: .75rem; margin-top: 1.25rem }
:focus-visible { outline: 3px solid #ffd200; outline-offset: 2px; box-shadow: 0 0 0 2px var(--paper), 0 0 0 7px var(--ink) }
table { width: 100%; border-collapse: collapse; background: var(--paper) }
th, td { text-align: left; padding: .5rem .75rem; border-bottom: 1px solid var(--rule); vertical-align: middle; white-space: nowrap }
.scroll { overflow-x: auto; border: 1px solid var(--ink) }
`
