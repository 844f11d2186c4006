import assert from 'node:assert/strict'
import { administrator } from '../../support/administrator.ts'
import { insertAccount } from '../../support/insert-account.ts'
import { siteTest } from '../../support/site.ts'

/** Addresses with characters that a search index or a pattern could interpret. */
const EMAILS = [
  'a%b_c!d@example.org',
  `quo"te's@example.org`,
  'near(or)*@example.org',
  'ünï-٣@example.org',
  'back\\slash@example.org',
  '{x}:and@example.org',
]

const QUERIES = [
  ...['%b_', 'b_c', '_c!', '!d@', '"te', "te's", '"""', '%%%', '___', '***', '^^^', '--;'],
  ...['near(', '(or)', ')*@', 'ünï', 'ÜNÏ', '-٣@', 'k\\s', '\\sl', '{x}', 'x}:', 'and@', 'a-b'],
  ...['ste not', 'keys:', '"ste" or', "' or 1=1", '\u{1f600}\u{1f600}\u{1f600}', 'teve_1 quo'],
]

siteTest('a search treats special characters literally', async (site) => {
  const alex = await administrator(site, ['panel.access', 'panel.players.read'])
  for (const [number, email] of EMAILS.entries()) {
    await insertAccount(site, `Steve_${number}`, { email })
  }
  const has = (text: string) =>
    EMAILS.flatMap((email, number) => {
      const name = `Steve_${number}`
      return [email, name].some((key) => key.toLowerCase().includes(text)) ? [name] : []
    })

  for (const query of QUERIES) {
    const { body } = await alex.get('/admin/players', { query })
    const names = body.items.map(({ username }: { username: string }) => username)
    assert.deepEqual(names.sort(), has(query.toLowerCase()), query)
  }
})
