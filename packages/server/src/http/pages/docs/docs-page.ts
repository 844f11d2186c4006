import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { version } from '../../../platform/version.ts'
import type { HttpDeps } from '../../deps.ts'
import { methodsOf } from '../../methods.ts'
import type { BuiltFile } from '../built-pages.ts'
import { sendStaticFile } from '../static-pages.ts'
import { readApiDocument } from './api-document.ts'
import { DOCS_SCRIPT, DOCS_STYLE } from './docs-assets.ts'
import { renderDocs } from './render-docs.ts'

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const HTML = 'text/html; charset=utf-8'

const FILES = {
  '/docs': {
    type: HTML,
    read: (url: string) => renderDocs(readApiDocument({ url, version })),
  },
  '/docs/docs.js': { type: 'text/javascript; charset=utf-8', read: () => DOCS_SCRIPT },
  '/docs/docs.css': { type: 'text/css; charset=utf-8', read: () => DOCS_STYLE },
}

export const docsPages = Object.keys(FILES).map((path) => ({ path, method: 'GET' }))

export function addDocsPages({ config }: HttpDeps, server: FastifyInstance): void {
  for (const [path, { type, read }] of Object.entries(FILES)) {
    let file: Promise<BuiltFile> | undefined
    server.route({
      method: methodsOf('GET'),
      url: path,
      handler: async (request, reply) => {
        file ??= packedFile(path, type, read(config.publicUrl))
        if (type === HTML) reply.header('Content-Security-Policy', POLICY)
        return sendStaticFile(await file, request, reply)
      },
    })
  }
}

/** Makes a file of several hundred kilobytes and compresses it once, because every visitor may request it. */
async function packedFile(path: string, type: string, text: string): Promise<BuiltFile> {
  const plain = Buffer.from(text)
  const bytes = new Map([
    ['gzip', await packed(plain)],
    ['identity', plain],
  ])
  return { path, type, bytes }
}

const packed = promisify<Buffer, Buffer>(gzip)
