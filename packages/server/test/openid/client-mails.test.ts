import assert from 'node:assert/strict'
import { owner } from '../support/administrator.ts'
import { sqliteTest } from '../support/sqlite-test.ts'
import { NEW_CLIENT } from './relying-party.ts'

sqliteTest('superusers get a mail in their language for each change of a client', async (site) => {
  const notch = await owner(site)
  const herobrine = await owner(site, 'Herobrine', '192.0.2.3')
  const { db } = site.app
  await db.updateTable('player').set({ locale: 'ru' }).where('id', '=', herobrine.id).execute()

  const { body } = await notch.send('POST', '/admin/clients', { ...NEW_CLIENT, name: 'Wiki' })
  const path = `/admin/clients/${body.clientId}`
  await notch.send('PATCH', path, { trusted: true })
  await notch.send('PATCH', path, { trusted: true })
  await notch.send('POST', `${path}/secret`)
  await notch.send('DELETE', path)

  const mails = (await site.mails()).filter(({ subject }) => subject?.includes('Wiki'))
  const subjectsTo = (address: string) =>
    mails.filter(({ to }) => to?.[0]?.address === address).map(({ subject }) => subject)
  assert.deepEqual(subjectsTo(notch.email).toSorted(), [
    ...Array(3).fill('The application Wiki was changed: Portal'),
    'The application Wiki was revoked: Portal',
  ])
  assert.deepEqual(subjectsTo(herobrine.email).toSorted(), [
    ...Array(3).fill('Изменено приложение Wiki: Portal'),
    'Отозвано приложение Wiki: Portal',
  ])
})
