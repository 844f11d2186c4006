import { Command } from 'commander'
import { listRequiredPages } from '../account/consent/consent-store.ts'
import { describeConsents } from '../account/consent/show-consents.ts'
import { countPendingConsents, listEditions } from '../content/pages/edition-store.ts'
import { existingPlayer } from './existing-player.ts'
import { command, print, withApp } from './output.ts'

type Options = { json?: boolean }

export function consentCommands(): Command[] {
  return [
    new Command('consent').description('pages that players must agree to, and consents'),

    command('consent list')
      .description('list the pages that players must agree to, with counts of consents')
      .action(list),

    command('consent show')
      .description('list the consents of a player with time and address')
      .argument('<username>')
      .action(show),
  ]
}

async function list(options: Options): Promise<void> {
  await withApp(async ({ db }) => {
    const rows: object[] = []
    for (const { page, slug, edition } of await listRequiredPages(db)) {
      const newest = (await listEditions(db, page)).find((one) => one.edition === edition)
      const waiting = await countPendingConsents(db, { page, edition })
      rows.push({ page: slug, version: edition, agreed: newest?.agreed ?? 0, waiting })
    }
    print(rows, options)
  })
}

async function show(login: string, options: Options): Promise<void> {
  await withApp(async (app) => {
    const { items, age, owes } = await describeConsents(app, await existingPlayer(app, login))
    if (options.json) return print({ owes, age, items }, options)
    print({ asked: owes, age: age && `${age.atLeast}+ (${age.answeredAt})` }, options)
    const rows = items.map(({ slug, edition, agreedAt, ip }) => ({
      page: slug,
      version: edition,
      agreedAt,
      ip,
    }))
    print(rows, options)
  })
}
