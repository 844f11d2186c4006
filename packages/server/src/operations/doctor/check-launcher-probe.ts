import type { Checkup, LauncherProduct } from '@portal/contract'
import { readSettings } from '../../settings/settings.ts'
import { type Check, type CheckResult, NO_DATABASE } from './check.ts'
import { listUsedPermissions } from './doctor-store.ts'

const NAMES: Partial<Record<LauncherProduct, string>> = {
  laminara: 'Api-Key',
  gml: 'GML',
  azauth: 'AzAuth',
  authlib: 'Yggdrasil',
}

export const launcherProbeCheck: Check = {
  id: 'launcher-probe',
  title: { ru: 'Вход через лаунчеры', en: 'Sign-in through launchers' },
  async run({ config, db, probe }) {
    if (!db) return NO_DATABASE
    const { azauth, yggdrasil } = await readSettings(db, config)
    const permissions = await listUsedPermissions(db)
    const products: LauncherProduct[] = [
      ...(permissions.includes('kernel.launcher.provider') ? (['laminara'] as const) : []),
      ...(permissions.includes('kernel.provider') ? (['gml'] as const) : []),
      ...(azauth ? (['azauth'] as const) : []),
      ...(yggdrasil ? (['authlib'] as const) : []),
    ]
    if (products.length === 0) return NONE
    if (!probe) return NOT_POSSIBLE
    for (const product of products) {
      const wrong = (await probe(product)).find(({ state }) => state !== 'good')
      if (wrong) return WRONG(NAMES[product] ?? product, wrong)
    }
    return GOOD(products.map((product) => NAMES[product] ?? product).join(', '))
  },
}

const NONE: CheckResult = {
  state: 'unknown',
  detail: { ru: 'Ни один лаунчер ещё не подключён.', en: 'No launcher is connected yet.' },
}

const NOT_POSSIBLE: CheckResult = {
  state: 'unknown',
  detail: {
    ru: 'Сначала базу нужно обновить: это происходит при запуске сайта.',
    en: 'The database must be migrated first: starting the site does this.',
  },
}

const WRONG = (name: string, { state, title, detail, advice }: Checkup): CheckResult => ({
  state,
  detail: {
    ru: `${name}, «${title.ru}»: ${detail.ru}`,
    en: `${name}, "${title.en}": ${detail.en}`,
  },
  ...(advice && { advice }),
})

const GOOD = (names: string): CheckResult => ({
  state: 'good',
  detail: {
    ru: `Вход, скин и доступ работают: ${names}.`,
    en: `Sign-in, skin and access work: ${names}.`,
  },
})
