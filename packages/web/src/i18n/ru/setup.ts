import type en from '../en/setup.ts'

const ru: typeof en = {
  setup: {
    title: 'Настройка сайта',
    about: 'Придумайте название и создайте аккаунт администратора. Остальное подождёт.',
    siteNameMissing: 'Введите название проекта.',
    siteName: 'Название проекта',
    administrator: 'Администратор',
    panelNeedsTwoFactor: 'Требовать двухфакторную защиту для панели',
    panelNeedsTwoFactorHint:
      'Перед входом в панель вы включите её с приложением на телефоне. Советуем оставить.',
    submit: 'Настроить сайт',
    youAre: 'Сайт видит ваш адрес как {address}.',
    database: 'Данные хранятся в {name}.',
    wrongAddress:
      'PUBLIC_URL — {publicUrl}, но вы пришли по другому адресу. Ссылки в письмах и cookie строятся по PUBLIC_URL.',
    unnamedProxy:
      'Сайт работает за прокси, а TRUST_PROXY выключен: для сайта у всех игроков будет один адрес и общие лимиты.',
    done: 'Сайт готов.',
    expiredTitle: 'Ссылка больше не действует',
    expired:
      'У сайта уже есть администратор, или прошли сутки. Чтобы получить новую ссылку, выполните:',
  },
}

export default ru
