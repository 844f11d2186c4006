import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { News } from '../../packages/server/src/content/news/news.ts'
import { insertNews } from '../../packages/server/src/content/news/news-store.ts'
import { renderBody } from '../../packages/server/src/content/news/render-news.ts'
import type { Db } from '../../packages/server/src/database/database.ts'
import { openDatabase } from '../../packages/server/src/database/open-database.ts'
import { systemClock } from '../../packages/server/src/platform/clock.ts'
import { newSortableId, newUuid, systemRandom } from '../../packages/server/src/platform/random.ts'
import { insertPlayer } from '../../packages/server/src/players/player-store.ts'
import { encodePng } from '../../packages/server/src/profiles/images/encode-png.ts'
import {
  storeTexture,
  updateAppearance,
} from '../../packages/server/src/profiles/textures/texture-store.ts'

/** The number of skins: more than the picture cache holds, so that each request renders a skin. */
export const SAVED_SKINS = 1500
const NEWS = 101
const PARAGRAPH =
  'The **next** season begins: [read on](https://example.org/news), and bring a friend. '
const PARAGRAPHS = 700 // 60 KB

/** Creates work for the public endpoints: players with different skins, and long news. */
export async function makePublicWork(site: { folder: string; databaseUrl: string }): Promise<void> {
  const { folder, databaseUrl } = site
  const db = await openDatabase({ dataDir: join(folder, 'data'), databaseUrl })
  try {
    for (let n = 0; n < SAVED_SKINS; n += 1) await makeSavedSkin(db, n)
    const body = `${PARAGRAPH}\n\n`.repeat(PARAGRAPHS)
    const rendered = await renderBody({ body, format: 'markdown' }, 'http://localhost')
    for (let n = 0; n < NEWS; n += 1)
      await makeNews(db, { title: `Season ${n}`, body, ...rendered })
  } finally {
    await db.destroy()
  }
}

async function makeSavedSkin(db: Db, n: number): Promise<void> {
  const now = systemClock.now()
  const id = newUuid(systemRandom)
  const rgba = systemRandom.bytes(64 * 64 * 4)
  const bytes = await encodePng({ width: 64, height: 64, rgba }, 6)
  const hash = createHash('sha256').update(bytes).digest('hex')
  await db.transaction().execute(async (tx) => {
    const account = {
      id,
      username: `Look_${n}`,
      email: `look_${n}@example.org`,
      passwordHash: '',
      locale: 'en',
      createdAt: now,
      activatedAt: now,
      superuserAt: null,
      inviterId: null,
    } as const
    await insertPlayer(tx, account, now)
    await storeTexture(tx, { hash, kind: 'skin', width: 64, height: 64, bytes }, now)
    await updateAppearance(tx, id, { skinHash: hash, skinTwinHash: null, skinModel: 'classic' })
  })
}

type Written = Pick<News, 'title' | 'body' | 'html' | 'plainText' | 'summary'>

async function makeNews(db: Db, written: Written): Promise<void> {
  const now = systemClock.now()
  const times = { createdAt: now, updatedAt: now, publishedAt: now }
  const details = {
    format: 'markdown',
    tag: null,
    link: null,
    banner: null,
    translation: null,
  } as const
  const id = newSortableId(systemRandom, now)
  await insertNews(db, { id, ...written, ...details, ...times, author: 'command' })
}
