import assert from 'node:assert/strict'
import { changeSetting } from '../../server/src/admin/settings/change-setting.ts'
import { pageTest } from './page-test.ts'

for (const path of ['/', '/login']) {
  pageTest(
    `${path} shows whose site it is before anything but its document is there`,
    async (given) => {
      const by = { actor: 'command', ip: null }
      await changeSetting(given.site.app, by, { name: 'siteName', text: 'Blocks' })
      await changeSetting(given.site.app, by, { name: 'accentColor', text: '#aa3300' })
      const { page } = await given.visitor({ viewport: { width: 360, height: 740 } })
      await page.route('**/*', async (route) => {
        const { pathname } = new URL(route.request().url())
        if (pathname === path) await route.continue() // and nothing else is ever answered
      })

      await page.goto(path, { waitUntil: 'commit' })
      await page.locator('.first-name', { hasText: 'Blocks' }).waitFor()
      const seen = await page.evaluate(`(() => {
      const view = document.querySelector('.first-view').getBoundingClientRect()
      const late = [...document.head.querySelectorAll('link[rel=stylesheet], script[src]:not([type=module])')]
      const mark = document.querySelector('.first-name path')
      return { isWide: view.width > 320, isHigh: view.height > 100, late: late.length, mark: getComputedStyle(mark).fill }
    })()`)

      assert.deepEqual(seen, { isWide: true, isHigh: true, late: 0, mark: 'rgb(170, 51, 0)' })
      await page.unrouteAll()
    },
  )
}
