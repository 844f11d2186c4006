/** A column of the file and the site's field that it fills; `field` is empty for an ignored column. */
export type CsvColumn = { name: string; sample: string; field: string }

const DELIMITERS = [',', ';', '\t', '|']

/** Other spellings of the site's fields, reduced to lower-case letters. */
const SPELLINGS: Readonly<Record<string, readonly string[]>> = {
  username: ['name', 'nick', 'nickname', 'login', 'user', 'player', 'playername', 'realname'],
  email: ['mail', 'emailaddress', 'useremail'],
  passwordHash: ['hash', 'passhash', 'pwhash', 'hashedpassword', 'passwd', 'password', 'pass'],
  uuid: ['uniqueid', 'playeruuid', 'offlineuuid'],
  createdAt: ['created', 'registered', 'registeredat', 'regdate', 'registrationdate', 'joined'],
  seenAt: ['seen', 'lastseen', 'lastlogin', 'lastvisit'],
  totp: ['totpsecret', 'totptoken', 'twofactorsecret'],
  real: ['balance', 'money', 'donatemoney'],
  virtual: ['coins', 'bonus'],
  locale: ['language', 'lang'],
  activated: ['confirmed', 'verified', 'emailverified'],
  premiumUuid: ['premiumid', 'mojanguuid'],
}

/** Matches a text that begins like a hash or with 32 hexadecimal digits, as plain passwords do not. */
const HASH = /^\$|^\{|^sha|^pbkdf2|^[0-9a-f]{32,}/i

/** Returns the character that most often separates columns in the first line. */
export function guessDelimiter(text: string): string {
  const [line = ''] = text.split(/\r?\n/, 1)
  const countOf = (delimiter: string) => line.split(delimiter).length
  return DELIMITERS.toSorted((a, b) => countOf(b) - countOf(a))[0] ?? ','
}

/** Reads the names of the columns and their first values, and guesses the field of each column. */
export function readCsvColumns(
  text: string,
  delimiter: string,
  fields: readonly string[],
): CsvColumn[] {
  const [names = [], values = []] = readRecords(text.replace(/^\uFEFF/, ''), delimiter)
  const columns = names.map((name, place) => {
    const sample = values[place] ?? ''
    return { name, sample, field: guessField(name, sample, fields) }
  })
  // if several columns fit a field, the column with the name of the field wins, otherwise the first one
  return columns.map((column) => {
    const rivals = columns.filter(({ field }) => field === column.field)
    const best = rivals.find(({ name, field }) => name === field) ?? rivals[0]
    return best === column ? column : { ...column, field: '' }
  })
}

export function isPasswordColumn({ name }: CsvColumn): boolean {
  return /pass|pwd|hash/i.test(name)
}

function guessField(name: string, sample: string, fields: readonly string[]): string {
  if (fields.includes(name)) return name
  const letters = simplify(name)
  const found = fields.find(
    (field) => simplify(field) === letters || SPELLINGS[field]?.includes(letters),
  )
  const isNoHash = found === 'passwordHash' && !/hash/.test(letters) && !HASH.test(sample)
  return found === undefined || isNoHash ? '' : found
}

function simplify(name: string): string {
  return name.toLowerCase().replace(/[^a-z]/g, '')
}

/** Reads the first two records (RFC 4180). */
function readRecords(text: string, delimiter: string): string[][] {
  const records: string[][] = [['']]
  let isQuoted = false
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at)
    const record = records.at(-1) ?? []
    if (isQuoted && char === '"' && text.charAt(at + 1) === '"') at += 1
    else if (char === '"') {
      isQuoted = !isQuoted
      continue
    } else if (!isQuoted && char === delimiter) {
      record.push('')
      continue
    } else if (!isQuoted && char === '\r') continue
    else if (!isQuoted && char === '\n') {
      if (records.length === 2) break
      records.push([''])
      continue
    }
    record.push((record.pop() ?? '') + char)
  }
  return records
}
