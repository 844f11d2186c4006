import type { RefusalDefinitions } from '../refusal.ts'

export const importRefusals = {
  'import.running': {
    status: 409,
    en: 'An import is already running. Only one can run at a time.',
    ru: 'Перенос уже идёт. Одновременно может идти только один.',
  },
  'import.elsewhere': {
    status: 409,
    en: 'This part does not belong to the file: another server of the site has the file, or it was deleted.',
    ru: 'Эта часть не от этого файла: файл хранится на другом сервере сайта или уже удалён.',
  },
  'import.nofile': {
    status: 409,
    en: 'Choose the file first, or give the address of the database.',
    ru: 'Сначала выберите файл или укажите адрес базы данных.',
  },
  'import.nodatabase': {
    status: 400,
    en: 'This file is not an SQLite database. Look for a file that ends in .db or .sqlite.',
    ru: 'Это не база SQLite. Ищите файл, который заканчивается на .db или .sqlite.',
  },
  'import.notready': {
    status: 409,
    en: 'The report has expired. Run the check again.',
    ru: 'Отчёт устарел. Запустите проверку ещё раз.',
  },
  'import.unproved': {
    status: 409,
    en: 'First check that an old password works, or choose to skip the password check.',
    ru: 'Сначала проверьте, что старый пароль подходит, или откажитесь от проверки.',
  },
  'import.faulty': {
    status: 409,
    en: 'Some rows cannot be imported. Rename the players, or choose to skip these rows.',
    ru: 'Некоторые строки перенести нельзя. Переименуйте игроков или решите пропустить эти строки.',
  },
  'import.empty': {
    status: 409,
    en: 'There are no players to import.',
    ru: 'Нет игроков для переноса.',
  },
} as const satisfies RefusalDefinitions
