import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyInstance, RouteHandlerMethod } from 'fastify'
import { methodsOf } from '../methods.ts'
import type { BuiltFile } from './built-pages.ts'
import { answerFile } from './static-pages.ts'

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Portal API</title>
<link rel="stylesheet" href="/docs/swagger-ui.css">
<link rel="stylesheet" href="/docs/readable.css">
</head>
<body>
<div id="contract"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`

const START = `SwaggerUIBundle({ url: '/openapi.json', dom_id: '#contract', deepLinking: true })
`

/** Swagger UI writes some of its text too pale to read (WCAG 2.2, 1.4.3), whatever the theme. */
const READABLE = `:root { color-scheme: light }
body { background: #fff }
.swagger-ui, .swagger-ui .info .title, .swagger-ui .info .title small, .swagger-ui .opblock-tag,
.swagger-ui .opblock-tag small, .swagger-ui .opblock .opblock-summary-description,
.swagger-ui .opblock .opblock-summary-path, .swagger-ui .parameter__type, .swagger-ui .parameter__in,
.swagger-ui table thead tr td, .swagger-ui table thead tr th, .swagger-ui .response-col_links,
.swagger-ui .tab li, .swagger-ui section.models h4, .swagger-ui .model { color: #1d2227 }
.swagger-ui .info .title small { background: #57616a }
.swagger-ui .info .title small.version-stamp { background: #1f6f5c }
.swagger-ui .info .title small pre { color: #fff }
.swagger-ui .info a, .swagger-ui .info .base-url { color: #1f5a8a }
.swagger-ui .opblock.opblock-get .opblock-summary-method { background: #1f5a8a }
.swagger-ui .opblock.opblock-post .opblock-summary-method { background: #1f6f5c }
.swagger-ui .opblock.opblock-put .opblock-summary-method { background: #7a5200 }
.swagger-ui .opblock.opblock-patch .opblock-summary-method { background: #0b6b6b }
.swagger-ui .opblock.opblock-delete .opblock-summary-method { background: #a3342b }
.swagger-ui .json-schema-2020-12-expand-deep-button { color: #1d2227 }
.swagger-ui .btn.authorize { color: #1f6f5c; border-color: #1f6f5c }
`

/** Scripts come from this site alone. Styles may be inline, because the library sets them on elements. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const SCRIPT = 'text/javascript; charset=utf-8'
const ASSETS = { 'swagger-ui.css': 'text/css; charset=utf-8', 'swagger-ui-bundle.js': SCRIPT }

/** The paths of the pages below, for callers that list what the site serves. */
export const docsPages = [
  '',
  '/start.js',
  '/readable.css',
  ...Object.keys(ASSETS).map((name) => `/${name}`),
].map((page) => ({ path: `/docs${page}`, method: 'GET' }))

/** Serves `/docs`, where Swagger UI shows `/openapi.json` to read and try in a browser. */
export function addDocsPages(server: FastifyInstance): void {
  const serve = (path: string, handler: RouteHandlerMethod) =>
    server.route({ method: methodsOf('GET'), url: `/docs${path}`, handler })
  serve('', (_request, reply) =>
    reply.header('Content-Security-Policy', POLICY).type('text/html; charset=utf-8').send(PAGE),
  )
  serve('/start.js', (_request, reply) => reply.type(SCRIPT).send(START))
  serve('/readable.css', (_request, reply) => reply.type('text/css; charset=utf-8').send(READABLE))
  for (const [name, type] of Object.entries(ASSETS)) {
    let file: Promise<BuiltFile> | undefined
    serve(`/${name}`, async (request, reply) => {
      file ??= readAsset(name, type)
      return answerFile(await file, request, reply)
    })
  }
}

/** Reads and compresses an asset once: the script has 1.4 MB, and anybody may request it. */
async function readAsset(name: string, type: string): Promise<BuiltFile> {
  const plain = await readFile(fileURLToPath(import.meta.resolve(`swagger-ui-dist/${name}`)))
  const bytes = new Map([
    ['gzip', await packed(plain)],
    ['identity', plain],
  ])
  return { path: `/docs/${name}`, type, bytes }
}

const packed = promisify<Buffer, Buffer>(gzip)
