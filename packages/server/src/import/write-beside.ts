import { auditText } from '../access/bundle/bundle.ts'
import { insertBundle } from '../access/bundle/bundle-store.ts'
import type { Work } from '../change/change.ts'
import { addNews } from '../news/create-news.ts'
import { keepPicture } from '../picture/picture-store.ts'
import { ImportRefused } from './import-refused.ts'
import type { MadeBeside } from './make-beside.ts'

/** Makes what comes beside players, in their transaction. @throws ImportRefused */
export async function writeBeside(
  work: Work,
  { bundles, news, pictures }: MadeBeside,
): Promise<void> {
  for (const bundle of bundles) {
    if (!(await insertBundle(work.tx, bundle, work.now))) {
      throw new ImportRefused(
        `nothing was written: somebody made ${bundle.id} here meanwhile; start again`,
      )
    }
    const { kind, id } = bundle
    work.note(`${kind}.created`, id, { after: auditText(bundle) })
  }
  for (const picture of pictures) await keepPicture(work.tx, picture, work.now)
  for (const item of news) await addNews(work, item)
}
