import { refusals } from '@portal/contract'
import { escapedXml as escaped } from '../../../platform/text/escape-xml.ts'
import type { ApiDocument, JsonSchema, Operation, Parameter } from './api-document.ts'
import { curlExample } from './curl-example.ts'
import { aboutOf, rowsOf, typeOf } from './schema-rows.ts'

type Endpoint = { method: string; path: string; operation: Operation; url: string }

const CALLERS: Record<string, string> = {
  bearer: 'an access token',
  launcherKey: 'an API key',
  refreshCookie: 'the refresh cookie or token',
}

/** Writes the page of the API: areas, endpoints, fields, refusals and examples. */
export function renderDocs(document: ApiDocument): string {
  const { info, servers } = document
  const url = servers[0]?.url ?? ''
  const areas = areasOf(document, url)
  const links = [...areas].map(
    ([area, { length }]) => `<li><a href="#${idOf(area)}">${area} <span>${length}</span></a></li>`,
  )
  const sections = [...areas].map(([area, endpoints]) => areaHtml(area, endpoints))
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(info.title)} API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/docs.css">
<script src="/docs/docs.js" defer></script>
</head>
<body>
<a class="skip" href="#endpoints">Skip to the endpoints</a>
<header>
<h1>${escaped(info.title)} API <small>${escaped(info.version)}</small></h1>
<p>${escaped(info.description)} Base address: <code>${escaped(url)}</code>. <a href="/openapi.json">OpenAPI document</a></p>
</header>
<div class="columns">
<nav aria-label="Areas"><ul>${links.join('')}</ul></nav>
<main id="endpoints" tabindex="-1">
<form class="search" role="search" hidden><label for="query">Find an endpoint</label><input id="query" type="search" autocomplete="off"><p role="status"></p></form>
${sections.join('\n')}
</main>
</div>
</body>
</html>
`
}

/** Groups the endpoints into areas by the first part of their path; those of administrators by the second part. */
function areasOf({ paths }: ApiDocument, url: string): Map<string, Endpoint[]> {
  const endpoints = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => method !== 'head')
      .map(([method, operation]) => ({ method: method.toUpperCase(), path, operation, url })),
  )
  const areaOf = ({ path }: Endpoint): string => {
    const [, first = '', second = ''] = path.split('/')
    return first === 'admin' ? `admin/${second}` : first
  }
  const byArea = Map.groupBy(endpoints, areaOf)
  const isLone = (endpoint: Endpoint): boolean => byArea.get(areaOf(endpoint))?.length === 1
  const areas = Map.groupBy(endpoints, (endpoint) => (isLone(endpoint) ? OTHER : areaOf(endpoint)))
  return new Map([...areas].sort(([one], [other]) => (orderOf(one) < orderOf(other) ? -1 : 1)))
}

/** The area for endpoints that would be alone in an area. */
const OTHER = 'other'

/** Returns a sort key for an area. Areas are sorted by name, with administration and `OTHER` at the end. */
function orderOf(area: string): string {
  return `${area === OTHER ? 2 : Number(area.startsWith('admin/'))} ${area}`
}

const idOf = (area: string): string => `area-${area.replaceAll(/\W/g, '-')}`

function areaHtml(area: string, endpoints: readonly Endpoint[]): string {
  const id = idOf(area)
  return `<section aria-labelledby="${id}"><h2 id="${id}">${escaped(area)}</h2>
${endpoints.map(endpointHtml).join('\n')}
</section>`
}

function endpointHtml(endpoint: Endpoint): string {
  const { method, path, operation } = endpoint
  return `<details id="${operation.operationId}">
<summary><span class="method ${method.toLowerCase()}">${method}</span> <code>${escaped(path)}</code> <span class="what">${escaped(operation.summary)}</span></summary>
<div class="body">
<p>Caller: ${callerOf(operation)}.</p>
${parametersHtml(operation.parameters ?? [])}${bodyHtml(operation)}${repliesHtml(operation)}${refusalsHtml(operation)}
<h3>Example</h3>
<pre tabindex="0"><code>${escaped(curlExample(endpoint))}</code></pre>
<button type="button" class="copy" hidden>Copy</button>
</div>
</details>`
}

function callerOf({ security = [] }: Operation): string {
  const names = security.flatMap((one) => Object.keys(one))
  return names.map((name) => CALLERS[name] ?? name).join(' or ') || 'anyone'
}

function parametersHtml(parameters: readonly Parameter[]): string {
  const rows = parameters.map(({ name, in: place, required = false, description, schema }) => [
    code(name),
    `${place}${required ? ', required' : ''}`,
    escaped(typeOf(schema)),
    escaped([description ?? '', aboutOf(schema)].filter(Boolean).join('; ')),
  ])
  return tableHtml('Parameters', ['Name', 'Place', 'Type', 'Meaning'], rows)
}

function bodyHtml({ requestBody }: Operation): string {
  return Object.entries(requestBody?.content ?? {})
    .map(([type, { schema }]) => fieldsHtml(`Body (${type})`, schema, true))
    .join('')
}

function repliesHtml({ responses }: Operation): string {
  return Object.entries(responses)
    .filter(([status]) => Number(status) < 400)
    .map(([status, { description, content = {} }]) => {
      const [given] = Object.entries(content)
      if (!given) return `<h3>Reply ${status}</h3><p>No content: ${escaped(description)}.</p>`
      return fieldsHtml(`Reply ${status} (${given[0]})`, given[1].schema, false)
    })
    .join('')
}

function fieldsHtml(title: string, schema: JsonSchema, isSent: boolean): string {
  const rows = rowsOf(schema).map(({ name, type, isRequired, about }) => [
    code(name),
    escaped(type) + (isSent === isRequired ? (isSent ? ', required' : ', optional') : ''),
    escaped(about),
  ])
  if (rows.length > 0) return tableHtml(title, ['Field', 'Type', 'Meaning'], rows)
  const about = [typeOf(schema), aboutOf(schema)].filter(Boolean).join(': ')
  return `<h3>${escaped(title)}</h3><p>${escaped(about)}</p>`
}

function refusalsHtml({ responses }: Operation): string {
  const rows = Object.entries(responses)
    .filter(([status]) => Number(status) >= 400)
    .flatMap(([status, { description }]) =>
      description
        .split(', ')
        .map((refusal) => [status, code(refusal), escaped(sentenceOf(refusal))]),
    )
  return tableHtml('Refusals', ['Status', 'Code', 'Message'], rows)
}

function sentenceOf(code: string): string {
  const known = Object.entries(refusals).find(([name]) => name === code)
  return known?.[1].en ?? ''
}

const code = (text: string): string => `<code>${escaped(text)}</code>`

/**
 * Renders a table; an empty text without rows.
 * @param rows cells as HTML
 */
function tableHtml(title: string, heads: readonly string[], rows: readonly string[][]): string {
  if (rows.length === 0) return ''
  const head = heads.map((text) => `<th scope="col">${text}</th>`).join('')
  const body = rows.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`)
  return `<h3>${escaped(title)}</h3><div class="table" tabindex="0" role="group" aria-label="${escaped(title)}"><table><thead><tr>${head}</tr></thead><tbody>${body.join('')}</tbody></table></div>`
}
