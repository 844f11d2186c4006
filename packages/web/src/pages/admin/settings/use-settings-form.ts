import { type SettingName, settingNames } from '@portal/contract/settings'
import { computed, nextTick, ref, watch } from 'vue'
import type { RequestInput } from '../../../api.ts'
import { t } from '../../../i18n/i18n.ts'
import { call } from '../../../session.ts'
import { loadSite } from '../../../site.ts'
import { showFieldErrors, useAction } from '../../../ui/action.ts'
import { useForm } from '../../../ui/form.ts'
import { useLoad } from '../../../ui/load.ts'
import { toast } from '../../../ui/toast.ts'
import { shownSettings } from './setting-pages.ts'
import { allLinks, MERGED_LINKS } from './site-links.ts'

/** The form of all settings pages, so that moving between the pages keeps unsaved changes. */
export function useSettingsForm() {
  const settings = useLoad(() => call('showSettings'))
  /** The state of the mail server; undefined if the reader may not see it. */
  const mail = useLoad(async () => (await call('showOverview')).mail)
  const keepsMails = computed(() => mail.data.value?.by === 'file')
  const saving = useAction()
  const form = useForm<RequestInput<'changeSettings'>['body']>({}, 'settings')
  const asksToWait = ref(false)
  const changedNames = computed(() => {
    const changed = form.changed()
    return settingNames.filter((name) => name in changed)
  })
  /** The first setting that the site refused. */
  const refusedName = computed(() =>
    settingNames.find((name) => saving.fieldError(name) !== '' && shownSettings.includes(name)),
  )

  watch(settings.data, (read) => {
    if (!read) return
    const values = Object.fromEntries(shownSettings.map((name) => [name, read[name]]))
    form.read({ ...values, siteLinks: allLinks(read) })
  })

  function set(name: SettingName, value: unknown): void {
    Object.assign(form.fields, { [name]: value })
  }

  /** The settings with rows that cannot be stored. Their fields show why. */
  const faulty = new Set<SettingName>()
  function setFault(name: SettingName, isFaulty: boolean): void {
    if (isFaulty) faulty.add(name)
    else faulty.delete(name)
  }

  /** Saves, after a confirmation if new players would wait for a code that is never sent. */
  async function submit(): Promise<void> {
    const turnsOn =
      form.changed().emailConfirmation === true && !settings.data.value?.emailConfirmation
    if (turnsOn && !mail.data.value) await mail.reload()
    if (turnsOn && keepsMails.value) asksToWait.value = true
    else await save()
  }

  async function save(): Promise<void> {
    asksToWait.value = false
    await saving.run(async () => {
      const sent = form.changed()
      const wrong = changedNames.value.filter((name) => faulty.has(name))
      showFieldErrors(Object.fromEntries(wrong.map((name) => [name, t('rowsField.correct')])))
      const body = 'siteLinks' in sent ? { ...sent, ...MERGED_LINKS } : sent
      const kept = await call('changeSettings', { body })
      form.saved(sent)
      settings.data.value = kept
      await loadSite().catch(() => undefined) // the settings are saved
      toast(t('common.saved'))
    })
  }

  /** Discards the changes. The focus moves to the page, because the button disappears. */
  async function discard(): Promise<void> {
    form.drop()
    saving.clear()
    await nextTick()
    document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
  }

  return {
    settings,
    mail,
    keepsMails,
    form,
    saving,
    asksToWait,
    changedNames,
    refusedName,
    set,
    setFault,
    submit,
    save,
    discard,
  }
}
