import type { ImportRun, ImportState } from '@portal/contract'
import type { Page } from 'playwright-core'
import { schemeNames } from '../../packages/server/src/credentials/password-hash/formats/formats.ts'
import { sources } from '../../packages/server/src/import/sources/sources.ts'
import type { State } from './states-pages.ts'

const oddRow = (row: number, name: string, reason: string, rename: string | null = null) => {
  return { row, name, reasons: [reason], rename }
}

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
      oddRow(17, 'Иван', 'username: not 3 to 16 Latin letters, digits and _', 'ivan'),
      oddRow(212, 'dash-er', 'username: not 3 to 16 Latin letters, digits and _', 'dash_er'),
      oddRow(
        998,
        'Twin',
        'the name is also that of TWIN (row 4011): rename one (--rename), or prefer the one last seen (--prefer-last-seen)',
      ),
      oddRow(5120, 'Bare', 'passwordHash: not a password hash of a known form'),
    ],
  },
  notes: {
    count: 2,
    items: [
      oddRow(4, 'NoMail', 'comes without the address не почта, which is none'),
      oddRow(90, 'Quiet', 'comes without a password: the source has none'),
    ],
  },
  told: ['columns of authme that do not come over: ip, x, y, z, world, regip, isLogged'],
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

/** A move that is how the site says it is. */
function moving(name: string, more: Partial<ImportRun>): State {
  const json: ImportState = {
    sources: sources.map(({ name, places, columns }) => {
      return { name, places: [...places], columns: [...columns] }
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

/** The states of moving in, from the file to the end. */
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
  moving('failed', { phase: 'failed', report: null, failure: 'there is no table authme' }),
  moving('lost', { phase: 'lost', report: null }),
]
