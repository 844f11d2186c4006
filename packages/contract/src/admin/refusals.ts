import type { Sentences } from '../definitions.ts'

/** Refusals of the panel: players, roles, groups, grants, bans, keys, news, pages and mails. */
export const panelRefusals = {
  'player.notfound': {
    status: 404,
    en: 'There is no such player.',
    ru: 'Такого игрока нет.',
  },
  'player.lastsuperuser': {
    status: 409,
    en: 'At least one superuser must remain.',
    ru: 'Должен остаться хотя бы один суперпользователь.',
  },
  'player.wrongname': {
    status: 400,
    en: 'This is not the name of the account.',
    ru: 'Это не имя аккаунта.',
  },
  'role.notfound': {
    status: 404,
    en: 'There is no such role.',
    ru: 'Такой роли нет.',
  },
  'role.system': {
    status: 409,
    en: 'This is a system role: it cannot be deleted, given to players or reordered.',
    ru: 'Это системная роль: её нельзя удалить, выдать или переместить.',
  },
  'group.notfound': {
    status: 404,
    en: 'There is no such donor rank.',
    ru: 'Такой донат-группы нет.',
  },
  'bundle.taken': {
    status: 409,
    en: 'A role or donor rank with this id already exists.',
    ru: 'Роль или донат-группа с таким идентификатором уже есть.',
  },
  'grant.notfound': {
    status: 404,
    en: 'The player has no such active donor rank.',
    ru: 'У игрока нет такой действующей донат-группы.',
  },
  'permission.notfound': {
    status: 404,
    en: 'The player has no such personal permission.',
    ru: 'У игрока нет такого личного права.',
  },
  'permission.notassignable': {
    status: 400,
    en: 'Permissions in the namespace kernel are reserved for API keys.',
    ru: 'Права из пространства kernel выдаются только ключам API.',
  },
  'ban.notfound': {
    status: 404,
    en: 'The player is not banned.',
    ru: 'Игрок не заблокирован.',
  },
  'balance.insufficient': {
    status: 409,
    en: 'The balance is not enough for this.',
    ru: 'На балансе не хватает средств.',
  },
  'apikey.notfound': {
    status: 404,
    en: 'There is no such API key.',
    ru: 'Такого ключа API нет.',
  },
  'news.notfound': {
    status: 404,
    en: 'This news item does not exist.',
    ru: 'Такой новости нет.',
  },
  'page.notfound': {
    status: 404,
    en: 'Page not found.',
    ru: 'Такой страницы нет.',
  },
  'page.taken': {
    status: 409,
    en: 'Another page already has this address.',
    ru: 'Этот адрес уже занят другой страницей.',
  },
  'page.changed': {
    status: 409,
    en: 'Somebody else has changed this page meanwhile.',
    ru: 'Тем временем эту страницу изменил кто-то другой.',
  },
  'page.agreed': {
    status: 409,
    en: 'Players have agreed to this page, so it is kept. Make it a draft instead.',
    ru: 'С этой страницей соглашались игроки, поэтому она хранится. Снимите её с публикации.',
  },
  'page.toomany': {
    status: 409,
    en: 'The site has as many pages as it can have. Delete one that is not needed.',
    ru: 'Страниц уже столько, сколько может быть. Удалите ненужную.',
  },
  'mail.notfound': {
    status: 404,
    en: 'There is no such mail.',
    ru: 'Такого письма нет.',
  },
  'backup.running': {
    status: 409,
    en: 'A backup is being made already.',
    ru: 'Резервная копия уже создаётся.',
  },
  'backup.notfound': {
    status: 404,
    en: 'There is no such backup.',
    ru: 'Такой резервной копии нет.',
  },
  'backup.linkexpired': {
    status: 403,
    en: 'This link has expired. Start the download in the panel again.',
    ru: 'Ссылка больше не действует. Начните скачивание в панели ещё раз.',
  },
  'import.running': {
    status: 409,
    en: 'Players are being moved in already. Only one move can run at a time.',
    ru: 'Переезд уже идёт. Одновременно может идти только один.',
  },
  'import.elsewhere': {
    status: 409,
    en: 'This part does not fit the file: another server of the site has it, or it was deleted.',
    ru: 'Эта часть не подходит к файлу: он у другого сервера сайта или уже удалён.',
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
    en: 'There is no report to go by any more. Look at the old site once more.',
    ru: 'Отчёта больше нет. Проверьте старый сайт ещё раз.',
  },
  'import.unproved': {
    status: 409,
    en: 'First show that an old password opens its account, or choose to go without a proof.',
    ru: 'Сначала проверьте, что старый пароль открывает аккаунт, или решите обойтись без проверки.',
  },
  'import.faulty': {
    status: 409,
    en: 'Some rows cannot come. Rename the players, or choose to leave these rows out.',
    ru: 'Некоторые строки перенести нельзя. Переименуйте игроков или решите пропустить эти строки.',
  },
  'import.empty': {
    status: 409,
    en: 'There is nobody to bring over.',
    ru: 'Переносить некого.',
  },
  'mail.byenvironment': {
    status: 409,
    en: 'The mail server is set by SMTP_URL in the environment, so it cannot be changed here.',
    ru: 'Почтовый сервер задан в окружении (SMTP_URL), здесь его не изменить.',
  },
} as const satisfies Sentences
