import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import type { BuiltFile } from './built-pages.ts'
import { answerFile } from './static-pages.ts'

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Portal API</title>
<link rel="stylesheet" href="/docs/swagger-ui.css">
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

/** Scripts come from this site alone. Styles may be inline, because the library sets them on elements. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const SCRIPT = 'text/javascript; charset=utf-8'
const ASSETS = { 'swagger-ui.css': 'text/css; charset=utf-8', 'swagger-ui-bundle.js': SCRIPT }

/** The paths of the pages below, for callers that list what the site serves. */
export const docsPages = ['', '/start.js', ...Object.keys(ASSETS).map((name) => `/${name}`)].map(
  (page) => ({ path: `/docs${page}`, method: 'GET' }),
)

/** Serves `/docs`, where Swagger UI shows `/openapi.json` to read and try in a browser. */
export function addDocsPages(server: FastifyInstance): void {
  server.get('/docs', (_request, reply) =>
    reply.header('Content-Security-Policy', POLICY).type('text/html; charset=utf-8').send(PAGE),
  )
  server.get('/docs/start.js', (_request, reply) => reply.type(SCRIPT).send(START))
  for (const [name, type] of Object.entries(ASSETS)) {
    let file: Promise<BuiltFile> | undefined
    server.get(`/docs/${name}`, async (request, reply) => {
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
