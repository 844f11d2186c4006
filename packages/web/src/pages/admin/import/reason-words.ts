import { t } from '../../../i18n/i18n.ts'

/**
 * What the site says of an old one, which it says in English, as the command does, and the key of the same
 * sentence here; its groups are `{a}` and `{b}`. What is not listed is shown as it came.
 */
const KNOWN: readonly (readonly [RegExp, string])[] = [
  [/^username: missing$/, 'noName'],
  [/^username: not 3 to 16 Latin letters, digits and _$/, 'name'],
  [/^username: kept for a player .*$/, 'keptName'],
  [/^passwordHash: not a password hash of a known form; it looks like (.*): --scheme .*$/, 'like'],
  [/^passwordHash: not a password hash of a known form$/, 'hash'],
  [/^passwordHash: the key of the old site does not open it$/, 'sealed'],
  [/^the name is also that of (.*): rename one .*$/, 'twin'],
  [/^the name is also that of (.*), who was seen later$/, 'laterTwin'],
  [/^the uuid is also that of (.*?)(: rename one .*|, who was seen later)$/, 'sameUuid'],
  [/^comes without the address (.*), which is none$/, 'noAddress'],
  [/^comes without the address (.*): (.*) keeps it$/, 'sharedAddress'],
  [/^comes without the address (.*): (.*) has it here$/, 'takenAddress'],
  [/^comes without a second factor: .*$/, 'noTotp'],
  [/^comes without a password: the source has none$/, 'noPassword'],
  [/^comes without (\S+): this site has no such role or group$/, 'noBundle'],
  [/^comes without the skin: .*$/, 'noSkin'],
  [/^comes without the cape: .*$/, 'noCape'],
  [/^comes without their other players: (.*)$/, 'others'],
  [/^is passed over: an account of this name is here.*$/, 'stranger'],
  [/^columns of (.*) that do not come over: (.*)$/, 'columns'],
  [/^nobody is called as --rename says: (.*)$/, 'nobodyCalled'],
  [/^nobody in the source has this name$/, 'nobody'],
  [/^this row is left out$/, 'leftOut'],
  [/^the source has no password$/, 'sourcePassword'],
  [/^file is not a database$/, 'noDatabase'],
  [/^there is no table (.*?)(?:; --table .*)?$/, 'noTable'],
  [/^the table (.*) has no column (.*?)(?:; --column .*)?$/, 'noColumn'],
  [/^the first line has the column (.*) twice; .*$/, 'columnTwice'],
  [/^line (\d+): not a JSON object$/, 'noJson'],
  [/^Access denied.*|^password authentication failed.*$/, 'denied'],
  [/^(?:connect )?ECONNREFUSED.*$/, 'closed'],
  [/^getaddrinfo ENOTFOUND (.*)$/, 'noHost'],
  [/^another move has taken the place of this$/, 'displaced'],
  [/^auth\.forbidden$/, 'forbidden'],
  [/^unforeseen: (.*)$/, 'unforeseen'],
]

/** A sentence of the site in the reader's language. */
export function reasonWords(reason: string): string {
  for (const [pattern, key] of KNOWN) {
    const [whole, a = '', b = ''] = pattern.exec(reason) ?? []
    if (whole === undefined) continue
    const first = key === 'like' ? a.split(' or ').join(t('import.reasons.or')) : placed(a)
    return t(`import.reasons.${key}`, { a: first, b: placed(b) })
  }
  return reason
}

/** `TWIN (row 4011)` in the reader's language. */
function placed(text: string): string {
  return text.replace(/\(row (\S+?)\)/g, (_, row) => `(${t('import.row', { row }).toLowerCase()})`)
}
