import type { UnitOfWork } from '../../audit/change.ts'
import { addNews } from '../../content/news/create-news.ts'
import { upsertPicture } from '../../content/pictures/picture-store.ts'
import { auditText } from '../../permissions/permission-sets/permission-set.ts'
import { insertPermissionSet } from '../../permissions/permission-sets/permission-set-store.ts'
import { importMessage } from '../import-message.ts'
import { ImportRefused } from '../import-refused.ts'
import type { PreparedSiteContent } from '../plan/prepare-site-content.ts'

export async function writeSiteContent(
  work: UnitOfWork,
  { permissionSets, news, pictures }: PreparedSiteContent,
): Promise<void> {
  for (const permissionSet of permissionSets) {
    if (!(await insertPermissionSet(work.tx, permissionSet, work.now))) {
      throw new ImportRefused(
        importMessage('set-conflict', { id: permissionSet.id }),
        'nothing was written: ',
      )
    }
    const { kind, id } = permissionSet
    work.audit(`${kind}.created`, id, { after: auditText(permissionSet) })
  }
  for (const picture of pictures) await upsertPicture(work.tx, picture, work.now)
  for (const item of news) await addNews(work, item)
}
