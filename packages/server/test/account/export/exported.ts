import assert from 'node:assert/strict'
import { type BytesReply, bearer } from '../../support/browser.ts'
import type { Site } from '../../support/site.ts'
import { unzip } from './unzip.ts'

type Player = Pick<Awaited<ReturnType<Site['player']>>, 'browser' | 'accessToken'>

export function ask({ browser, accessToken }: Player): Promise<BytesReply> {
  return browser.post('/cabinet/export', undefined, bearer(accessToken))
}

/** Returns the hash in the newest mailed link to an export; empty if there is none. */
export async function mailedHash(site: Site): Promise<string> {
  const mail = (await site.mails()).findLast(({ text }) => text?.includes('/export?hash='))
  return /\/export\?hash=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
}

export function download(site: Site, hash: string, instance = 0): Promise<BytesReply> {
  return site.browser({ instance }).post('/exports/download', { hash })
}

/** Requests a player's data, and returns its files and the parsed `data.json`. */
export async function exportOf(site: Site, player: Player) {
  const asked = await ask(player)
  assert.equal(asked.status, 200)
  const reply = await download(site, asked.body.hash ?? (await mailedHash(site)))
  assert.equal(reply.status, 200)
  const files = unzip(reply.bytes)
  const text = files.get('data.json')?.toString() ?? ''
  return { files, text, data: JSON.parse(text), readme: files.get('README.txt')?.toString() ?? '' }
}
