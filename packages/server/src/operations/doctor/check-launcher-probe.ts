import type { Checkup, LauncherProduct } from '@portal/contract'
import { type Check, NO_DATABASE, type Opinion } from './check.ts'
import { isOn, listUsedPermissions } from './doctor-store.ts'

/** How each product is called by its owner. */
const NAMES: Partial<Record<LauncherProduct, string>> = {
  laminara: 'Api-Key',
  gml: 'GML',
  azauth: 'AzAuth',
  authlib: 'Yggdrasil',
}

/** Signs in through every kind of launcher that is in use, with a player whom nobody sees. */
export const launcherProbeCheck: Check = {
  id: 'launcher-probe',
  title: { ru: 'Вход через лаунчеры', en: 'Sign-in through launchers' },
  async look({ db, probe }) {
    if (!db) return NO_DATABASE
    const permissions = await listUsedPermissions(db)
    const products: LauncherProduct[] = [
      ...(permissions.includes('kernel.launcher.provider') ? (['laminara'] as const) : []),
      ...(permissions.includes('kernel.provider') ? (['gml'] as const) : []),
      ...((await isOn(db, 'azauth')) ? (['azauth'] as const) : []),
      ...((await isOn(db, 'yggdrasil')) ? (['authlib'] as const) : []),
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

const NONE: Opinion = {
  state: 'unknown',
  detail: { ru: 'Ни один лаунчер ещё не подключён.', en: 'No launcher is connected yet.' },
}

const NOT_POSSIBLE: Opinion = {
  state: 'unknown',
  detail: {
    ru: 'Сначала базу нужно обновить: это происходит при запуске сайта.',
    en: 'The database has to be migrated first, which a start of the site does.',
  },
}

const WRONG = (name: string, { state, title, detail, advice }: Checkup): Opinion => ({
  state,
  detail: {
    ru: `${name}, «${title.ru}»: ${detail.ru}`,
    en: `${name}, "${title.en}": ${detail.en}`,
  },
  ...(advice && { advice }),
})

const GOOD = (names: string): Opinion => ({
  state: 'good',
  detail: {
    ru: `Вход, скин и доступ работают: ${names}.`,
    en: `Sign-in, skin and access work: ${names}.`,
  },
})
