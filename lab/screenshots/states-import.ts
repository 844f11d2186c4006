import type { ImportMessage, ImportRun, ImportState } from '@portal/contract'
import type { Page } from 'playwright-core'
import { schemeNames } from '../../packages/server/src/credentials/password-hash/formats/formats.ts'
import { describeMessage, importMessage } from '../../packages/server/src/import/import-message.ts'
import { sources } from '../../packages/server/src/import/sources/sources.ts'
import type { State } from './states-pages.ts'

const oddRow = (
  row: number,
  name: string,
  message: ImportMessage,
  rename: string | null = null,
) => {
  return { row, name, reasons: [describeMessage(message)], reasonCodes: [message], rename }
}
const unread = importMessage('columns-unread', {
  table: 'authme',
  columns: 'ip, x, y, z, world, regip, isLogged',
})
const failure = importMessage('table-missing', { table: 'authme' })

const report: ImportRun['report'] = {
  read: 12_460,
  importable: 12_431,
  present: 3,
  withoutEmail: 8_120,
  withNewUuid: 0,
  schemes: [
    { name: 'authme-sha256', count: 11_902 },
    { name: 'bcrypt', count: 529 },
  ],
  weak: { count: 11_902, seconds: 74 },
  skipped: {
    count: 26,
    items: [
      oddRow(17, 'Иван', importMessage('name-invalid', {}), 'ivan'),
      oddRow(212, 'dash-er', importMessage('name-invalid', {}), 'dash_er'),
      oddRow(998, 'Twin', importMessage('name-duplicate', { others: 'TWIN (#4011)' })),
      oddRow(5120, 'Bare', importMessage('hash-unknown', {})),
    ],
  },
  notes: {
    count: 2,
    items: [
      oddRow(4, 'NoMail', importMessage('email-invalid', { email: 'не почта' })),
      oddRow(90, 'Quiet', importMessage('password-none', {})),
    ],
  },
  told: [describeMessage(unread)],
  toldCodes: [unread],
  beside: false,
}

const run: ImportRun = {
  id: '1',
  phase: 'ready',
  beganAt: '2030-01-01T12:00:00.000Z',
  source: 'authme',
  place: null,
  file: { name: 'authme.db', size: 3_420_160, received: 3_420_160 },
  progress: null,
  report,
  proof: null,
  failure: null,
  result: null,
}

/** The import page with a run in the given state. */
function moving(name: string, more: Partial<ImportRun>): State {
  const json: ImportState = {
    sources: sources.map(({ name, title, about, places, columns }) => {
      return { name, title, about, places: [...places], columns: [...columns] }
    }),
    schemes: [...schemeNames],
    run: { ...run, ...more },
  }
  return {
    name: `panel-import-${name}`,
    path: '/panel/import',
    as: 'owner',
    async act(page: Page) {
      await page.route(/\/admin\/import$/, (route) => route.fulfill({ json }))
      await page.reload()
      await page.locator('main .card, main .notice').first().waitFor()
    },
  }
}

export const importStates: readonly State[] = [
  moving('report', {}),
  moving('proved', { proof: { username: 'Notch', opens: true, problem: null } }),
  moving('writing', {
    phase: 'writing',
    progress: { step: 'hashing', done: 4_200, total: 11_902, secondsLeft: 48 },
  }),
  moving('done', {
    phase: 'done',
    report: null,
    result: { imported: 12_431, updated: 0, at: '2030-01-01T12:02:00.000Z' },
  }),
  moving('failed', {
    phase: 'failed',
    report: null,
    failure: describeMessage(failure),
    failureCode: failure,
  }),
  moving('lost', { phase: 'lost', report: null }),
]
