import type { Work } from '../../audit/change.ts'
import { addNews } from '../../content/news/create-news.ts'
import { keepPicture } from '../../content/pictures/picture-store.ts'
import { auditText } from '../../permissions/permission-sets/permission-set.ts'
import { insertBundle } from '../../permissions/permission-sets/permission-set-store.ts'
import { ImportRefused } from '../import-refused.ts'
import type { MadeBeside } from '../plan/plan-related-data.ts'

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
