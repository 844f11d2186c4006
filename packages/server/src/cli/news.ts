import { readFile } from 'node:fs/promises'
import { MAX_PAGE_SIZE, NewNews, type NewsEntry } from '@portal/contract'
import { Command, Option } from 'commander'
import { Check } from 'typebox/value'
import type { App } from '../app.ts'
import { COMMAND_LINE } from '../audit/actor.ts'
import { createNews } from '../content/news/create-news.ts'
import { listNews } from '../content/news/list-news.ts'
import { toNewsEntry } from '../content/news/news.ts'
import { parseInstant } from '../platform/clock.ts'
import { CommandRefused, WrongUsage } from './failure.ts'
import { command, print, withApp } from './output.ts'

type CreateOptions = {
  title: string
  body?: string
  bodyFile?: string
  format: string
  publishAt?: string
  draft?: boolean
  json?: boolean
}

const FORMATS = ['markdown', 'html']

export function newsCommands(): Command[] {
  return [
    new Command('news').description('news on the site and in the launcher'),

    command('news create')
      .description('write a news item; it is published immediately by default')
      .requiredOption('--title <title>', 'the title')
      .addOption(new Option('--body <text>', 'the text').conflicts('bodyFile'))
      .option('--body-file <file>', 'a file with the text')
      .addOption(
        new Option('--format <format>', 'the format of the text')
          .choices(FORMATS)
          .default('markdown'),
      )
      .addOption(
        new Option(
          '--publish-at <instant>',
          'when to publish it, e.g. 2030-01-01T12:00:00Z',
        ).conflicts('draft'),
      )
      .option('--draft', 'save it without publishing it')
      .action(create),

    command('news list')
      .description('list drafts, then the rest, newest first')
      .option('--limit <number>', 'the number of items', '50')
      .action(list),
  ]
}

async function create(options: CreateOptions): Promise<void> {
  const { title, format, draft, publishAt } = options
  if (publishAt !== undefined && parseInstant(publishAt) === undefined) {
    throw new WrongUsage('--publish-at must be an instant such as 2030-01-01T12:00:00Z')
  }
  const publishedAt = draft ? null : publishAt
  const body = await bodyOf(options)
  const given = { title, body, format, ...(publishedAt !== undefined && { publishedAt }) }
  if (!Check(NewNews, given)) {
    throw new WrongUsage('a title is 1 to 200 characters and a text at most 100,000')
  }
  await withApp(async (app) => {
    const news = await createNews(app, COMMAND_LINE, given)
    print(toLine(app, toNewsEntry(news)), options)
  })
}

async function list(options: { limit: string; json?: boolean }): Promise<void> {
  const limit = Number(options.limit)
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_PAGE_SIZE) {
    throw new WrongUsage(`--limit must be a whole number from 1 to ${MAX_PAGE_SIZE}`)
  }
  await withApp(async (app) => {
    const { items } = await listNews(app, { limit: String(limit) })
    print(
      items.map((entry) => toLine(app, entry)),
      options,
    )
  })
}

/**
 * Returns the text of the news, from the option or a file.
 * @throws WrongUsage without a text; CommandRefused if the file cannot be read
 */
async function bodyOf({ body, bodyFile }: CreateOptions): Promise<string> {
  if (body !== undefined) return body
  if (bodyFile === undefined) throw new WrongUsage('give the text with --body or --body-file')
  try {
    return await readFile(bodyFile, 'utf8')
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? error.code : error
    throw new CommandRefused(`cannot read ${bodyFile} (${reason})`)
  }
}

function toLine(app: App, { id, publishedAt, title }: NewsEntry) {
  const at = publishedAt === null ? undefined : Date.parse(publishedAt)
  const state = at === undefined ? 'draft' : at > app.clock.now() ? 'scheduled' : 'published'
  return { id, state, publishedAt, title }
}
