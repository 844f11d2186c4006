import type { Page } from 'playwright-core'
import type { Site } from '../../packages/server/test/support/site.ts'
import type { Picture } from './states.ts'

const DAY = 86_400_000

export async function letLeave(site: Site, username: string): Promise<void> {
  await site.app.db
    .updateTable('player')
    .set({ deletes_at: site.now() + 14 * DAY })
    .where('username', '=', username)
    .execute()
}

/** The states of an account that will be deleted, for the player and in the panel. */
export const deletionStates: readonly Picture[] = [
  { name: 'account-leaving', path: '/account', as: 'Leaver' },
  { name: 'account-leaving-profile', path: '/account/profile', as: 'Leaver' },
  { name: 'account-delete', path: '/account/profile', as: 'owner', act: openDialog },
  { name: 'panel-players-leaving', path: '/panel/players?only=deleting', as: 'owner' },
  {
    name: 'panel-player-delete',
    path: '/panel/players?only=deleting',
    as: 'owner',
    async act(page) {
      await page.getByRole('table').getByRole('link').first().click()
      await page.locator('#tab-profile').click()
      await openDialog(page)
    },
  },
]

async function openDialog(page: Page): Promise<void> {
  const card = page.locator('[aria-labelledby=deletion-title], [aria-labelledby=delete-title]')
  await card.getByRole('button').last().click()
  await page.getByRole('dialog').waitFor()
}
