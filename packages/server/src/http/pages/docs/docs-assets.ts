/**
 * The script of the page of the API: searches endpoints, opens the endpoint in the address, and copies examples. The
 * page can be read without the script.
 */
export const DOCS_SCRIPT = `const form = document.querySelector('.search')
const query = form.querySelector('input')
const count = form.querySelector('[role=status]')
const endpoints = [...document.querySelectorAll('details')]
const textOf = (endpoint) => (endpoint.id + ' ' + endpoint.querySelector('summary').textContent).toLowerCase()
const texts = new Map(endpoints.map((endpoint) => [endpoint, textOf(endpoint)]))

function find() {
  const words = query.value.toLowerCase().split(/\\s+/).filter(Boolean)
  const found = endpoints.filter((endpoint) => words.every((word) => texts.get(endpoint).includes(word)))
  for (const endpoint of endpoints) endpoint.hidden = !found.includes(endpoint)
  for (const area of document.querySelectorAll('main section')) {
    area.hidden = !area.querySelector('details:not([hidden])')
    document.querySelector('nav a[href="#' + area.querySelector('h2').id + '"]').parentElement.hidden = area.hidden
  }
  count.textContent = words.length === 0 ? '' : found.length + (found.length === 1 ? ' endpoint' : ' endpoints')
}

function openTarget() {
  const target = document.getElementById(location.hash.slice(1))
  if (!target || !target.matches('details')) return
  target.open = true
  target.scrollIntoView()
  target.querySelector('summary').focus()
}

for (const button of document.querySelectorAll('.copy')) {
  if (!navigator.clipboard) break
  button.hidden = false
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(button.previousElementSibling.textContent)
    button.textContent = 'Copied'
    setTimeout(() => { button.textContent = 'Copy' }, 2000)
  })
}
for (const endpoint of endpoints) {
  endpoint.addEventListener('toggle', () => {
    if (endpoint.open) history.replaceState(null, '', '#' + endpoint.id)
  })
}
form.hidden = false
form.addEventListener('submit', (event) => {
  event.preventDefault()
  document.querySelector('details:not([hidden]) summary')?.focus()
})
query.addEventListener('input', find)
addEventListener('hashchange', openTarget)
addEventListener('load', openTarget) // earlier, the browser would move the focus
find()
`

export const DOCS_STYLE = `:root {
  color-scheme: light dark;
  --paper: #f5f4f0; --surface: #fff; --sunken: #ecebe5; --ink: #1d2227; --soft: #57616a;
  --line: #d9d6cd; --strong: #858986; --accent: #1f6f5c; --accent-soft: #e3efea;
  --get: #1f5a8a; --post: #1f6f5c; --put: #7a5200; --patch: #0b6b6b; --delete: #a3342b; --on: #fff;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #14171a; --surface: #1c2024; --sunken: #101316; --ink: #e9e7e2; --soft: #a3abb1;
    --line: #30363b; --strong: #767e84; --accent: #6cc7ab; --accent-soft: #1d312b;
    --get: #8dbbe6; --post: #6cc7ab; --put: #e5b95c; --patch: #6fd0d0; --delete: #ef8d82; --on: #14171a;
  }
}
* { box-sizing: border-box }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif }
[hidden] { display: none !important }
a { color: var(--accent) }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
code, pre { font: 0.875em/1.5 ui-monospace, Menlo, Consolas, monospace; overflow-wrap: anywhere }
.skip { position: absolute; left: 8px; top: -60px; padding: 10px 16px; background: var(--surface) }
.skip:focus { top: 8px }
header { padding: 32px 32px 20px; border-bottom: 1px solid var(--line); background: var(--surface) }
h1 { margin: 0 0 6px; font-size: 1.75rem; line-height: 1.2; letter-spacing: -0.02em }
h1 small { color: var(--soft); font-size: 0.9375rem; font-weight: 400; letter-spacing: 0 }
header p { max-width: 76ch; margin: 0; color: var(--soft) }
.columns { display: grid; grid-template-columns: 232px minmax(0, 940px); gap: 32px; align-items: start; padding: 0 32px 64px }
nav { position: sticky; top: 0; max-height: 100vh; padding: 24px 4px; overflow-y: auto }
nav ul { display: grid; gap: 1px; margin: 0; padding: 0; list-style: none }
nav a { display: flex; justify-content: space-between; gap: 8px; padding: 5px 10px; border-radius: 8px; color: var(--ink); font-size: 0.9375rem; text-decoration: none }
nav a:hover { background: var(--sunken) }
nav span { color: var(--soft); font-variant-numeric: tabular-nums }
main { padding-top: 24px; outline: 0 }
.search { position: sticky; top: 0; z-index: 1; display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 4px 12px; align-items: center; padding: 8px 0 12px; background: var(--paper) }
.search label { grid-column: 1 / -1; font-size: 0.9375rem; font-weight: 600 }
.search input { min-height: 44px; padding: 8px 12px; border: 1px solid var(--strong); border-radius: 8px; background: var(--surface); color: inherit; font: inherit }
.search p { min-width: 7em; margin: 0; color: var(--soft); font-size: 0.875rem }
section { scroll-margin-top: 96px }
h2 { margin: 24px 0 10px; font-size: 1.125rem; scroll-margin-top: 96px }
h3 { margin: 20px 0 6px; font-size: 0.9375rem }
details { margin-bottom: 8px; border: 1px solid var(--line); border-radius: 10px; background: var(--surface); scroll-margin-top: 96px }
summary { display: flex; flex-wrap: wrap; gap: 2px 12px; align-items: center; min-height: 48px; padding: 8px 14px; border-radius: 10px; cursor: pointer; list-style: none }
summary::-webkit-details-marker { display: none }
summary:hover { background: var(--accent-soft) }
summary code { font-size: 0.9375rem; font-weight: 600 }
.method { width: 62px; padding: 2px 0; border-radius: 6px; color: var(--on); font-size: 0.75rem; font-weight: 700; text-align: center }
.get { background: var(--get) } .post { background: var(--post) } .put { background: var(--put) }
.patch { background: var(--patch) } .delete { background: var(--delete) }
.what { flex: 1 1 260px; color: var(--soft); font-size: 0.9375rem }
.body { padding: 4px 16px 16px; border-top: 1px solid var(--line) }
.body > p { margin: 12px 0 0 }
.table { overflow-x: auto }
table { width: 100%; border-collapse: collapse; font-size: 0.875rem }
th, td { padding: 6px 12px 6px 0; border-bottom: 1px solid var(--line); text-align: start; vertical-align: top }
th { color: var(--soft); font-weight: 600 }
td:first-child { min-width: 9em }
td:last-child { min-width: 14em }
pre { margin: 0; padding: 12px 14px; border-radius: 8px; background: var(--sunken); overflow-x: auto }
pre code { overflow-wrap: normal }
button { min-height: 40px; margin-top: 8px; padding: 6px 16px; border: 1px solid var(--strong); border-radius: 8px; background: var(--surface); color: inherit; font: inherit; font-weight: 600; cursor: pointer }
button:hover { background: var(--sunken) }
@media (max-width: 860px) {
  header { padding: 24px 16px 16px }
  .columns { grid-template-columns: minmax(0, 1fr); gap: 0; padding: 0 16px 48px }
  nav { position: static; max-height: none; padding: 16px 0 0 }
  nav ul { display: flex; gap: 4px; padding-bottom: 8px; overflow-x: auto }
  nav a { min-height: 44px; align-items: center; border: 1px solid var(--line); background: var(--surface) }
}
`
