import { settingNames } from '@portal/contract/settings'
import { computed, nextTick, type Ref, ref, watch } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import { addressOf, fieldOf, pageOf, type SettingPage, shownSettings } from './setting-pages.ts'

/**
 * Opens the settings page of the setting in the address, such as `#setting-siteName`, and moves the focus to its field.
 * An address without a page and a setting opens the first page. `lit` is the setting whose field is highlighted.
 */
export function useShownField(page: Readonly<Ref<SettingPage>>, isLoaded: () => boolean) {
  const route = useRoute()
  const router = useRouter()
  const wanted = computed(() => {
    const named = settingNames.find((name) => route.hash === `#setting-${name}`)
    return shownSettings.find((name) => named && name === fieldOf(named))
  })
  const lit = ref('')

  async function show(): Promise<void> {
    const name = wanted.value
    const isElsewhere = name && (pageOf(name) !== page.value || route.hash !== `#setting-${name}`)
    if (isElsewhere) return void router.replace(addressOf(name))
    if (!route.params.page) return void router.replace(`/panel/settings/${page.value}`)
    if (!name) return
    await nextTick()
    requestAnimationFrame(() => focusField(name)) // after the focus that follows every navigation
  }

  function focusField(name: string): void {
    const field = document.getElementById(`setting-${name}`)
    const visible = ':is(input, select, textarea, button):not([type=hidden], [role=tab])'
    const controls = [...(field?.querySelectorAll<HTMLElement>(visible) ?? [])]
    controls.find((control) => control.checkVisibility())?.focus({ preventScroll: true })
    field?.scrollIntoView({ block: 'center' })
    lit.value = name
  }

  watch(
    () => (isLoaded() ? route.fullPath : ''),
    (address) => {
      if (address !== '') void show()
    },
    { immediate: true, flush: 'post' },
  )
  return { wanted, lit, show }
}
