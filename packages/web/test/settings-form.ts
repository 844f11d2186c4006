import type { SettingName } from '@portal/contract'
import type { Page } from 'playwright-core'
import { changeSetting } from '../../server/src/admin/settings/change-setting.ts'
import type { Site } from '../../server/test/support/site.ts'

export const saveBar = (page: Page) => page.getByRole('main').locator('.bar')
export const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true })
export const saved = (page: Page) => page.getByRole('status').getByText('Saved.', { exact: true })

export function setSetting(site: Site, name: SettingName, text: string): Promise<void> {
  return changeSetting(site.app, { actor: 'command', ip: null }, { name, text })
}

/** Clicks Save and waits for the response. @returns the names of the settings that the page sends. */
export async function savedFields(page: Page): Promise<string[]> {
  const answered = page.waitForResponse((response) => response.request().method() === 'PATCH')
  await save(page).click()
  const body: object = (await answered).request().postDataJSON()
  await saved(page).waitFor()
  return Object.keys(body).sort()
}
