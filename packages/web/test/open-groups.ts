import type { Page } from 'playwright-core'

/** Opens the groups of permissions of a role, a donor rank or a player. */
export async function openGroups(page: Page): Promise<void> {
  const closed = page.locator('details.group:not([open]) > summary')
  await page.locator('details.group').first().waitFor()
  while ((await closed.count()) > 0) await closed.first().click()
}
