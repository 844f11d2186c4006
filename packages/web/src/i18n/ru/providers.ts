import type en from '../en/providers.ts'

const ru: typeof en = {
  providersPage: {
    about: 'Игроки могут привязать аккаунты этих сервисов к своему и входить через них.',
    empty: 'Сервисов пока нет. Игроки входят по имени и паролю или с ключом доступа.',
    superuserOnly: 'Добавлять, менять и удалять сервисы может только суперпользователь.',
    add: 'Добавить сервис',
    newProvider: 'Новый сервис',
    change: 'Изменить',
    changeOf: 'Изменить {name}',
    on: 'включён',
    off: 'выключен',
    turnOn: 'Включить',
    turnOnOf: 'Включить {name}',
    turnOff: 'Выключить',
    turnOffOf: 'Выключить {name}',
    turnedOn: '{name} теперь на странице входа.',
    turnedOff: 'Войти через {name} теперь нельзя. Привязки сохранены.',
    added: 'Сервис {name} добавлен.',
    deleted: 'Сервис {name} удалён.',
    delete: 'Удалить',
    deleteQuestion: 'Удалить {name}?',
    deleteUnused: 'К нему никто не привязан.',
    deleteHint:
      'Его привязал {n} игрок. Привязка пропадёт, входить снова придётся по паролю. | Его привязали {n} игрока. Привязки пропадут, входить снова придётся по паролю. | Его привязали {n} игроков. Привязки пропадут, входить снова придётся по паролю.',
    linked: 'привязал {n} игрок | привязали {n} игрока | привязали {n} игроков',
    linkedNobody: 'пока никто не привязал',
    trusts: 'Код сайта после него не спрашивается.',
    kind: 'Сервис',
    kinds: {
      discord: 'Discord',
      google: 'Google',
      vk: 'VK ID',
      yandex: 'Яндекс ID',
      telegram: 'Telegram',
      microsoft: 'Microsoft',
      oidc: 'Другой сервис (OpenID Connect)',
    },
    name: 'Название на кнопке',
    nameHint: 'Игроки увидят «Войти через …»',
    slug: 'Короткое имя в адресе',
    slugHint: 'Строчные латинские буквы, цифры и дефисы. Потом его не изменить.',
    issuer: 'Адрес сервиса (issuer)',
    issuerHint: 'Всё, что стоит перед /.well-known/openid-configuration',
    tenant: 'Каталог (tenant)',
    tenantHint: 'Оставьте common, чтобы входили с любым аккаунтом Microsoft.',
    test: 'Проверить',
    testOf: 'Проверить {name}',
    reached: '{name} отвечает.',
    notReached: 'Пока не работает:',
    clientId: 'ID клиента',
    clientSecret: 'Секрет клиента',
    secretKept: 'Оставьте пустым, чтобы не менять сохранённый. Он нигде не показывается.',
    enabled: 'Показывать на странице входа',
    trusted: 'Не спрашивать код сайта',
    trustedHint:
      'Игрок с двухфакторной аутентификацией войдёт через этот сервис без кода: кто попадёт в его аккаунт там, войдёт и сюда.',
    redirect: 'Адрес, который нужно указать в сервисе',
    redirectHint: 'Именно такой, до буквы.',
    steps: 'Что сделать в сервисе',
    console: 'Открыть {host}',
    http: 'Адрес сайта — {address}. Почти все сервисы возвращают игроков только на https. Сначала укажите в PUBLIC_URL адрес с https.',
    local:
      'Адрес сайта — {address}. С ним можно попробовать вход на этой машине, но другие люди войти не смогут. Сначала укажите в PUBLIC_URL настоящий адрес сайта.',
    number:
      'Адрес сайта — {address}. Почти все сервисы отказывают адресам из одних цифр. Сначала дайте сайту имя и укажите его в PUBLIC_URL.',
  },
  providerSteps: {
    discord:
      'Нажмите New Application и назовите приложение как свой проект.\nOAuth2, Redirects, Add Redirect: вставьте адрес, показанный выше. Save Changes.\nНа той же странице скопируйте Client ID. Reset Secret покажет Client Secret.',
    google:
      'Выберите или создайте проект и нажмите Get started. Audience: External.\nClients, Create client, Web application. В Authorized redirect URIs вставьте адрес, показанный выше.\nСкопируйте Client ID и Client secret. Секрет показывается только в этот момент.\nAudience, Publish app. До этого войдут только тестовые пользователи из списка.',
    microsoft:
      'New registration. Supported account types: строка с любыми организациями и personal Microsoft accounts.\nRedirect URI: Web, и вставьте адрес, показанный выше. Register.\nНа странице Overview скопируйте Application (client) ID.\nCertificates & secrets, New client secret: скопируйте Value, а не Secret ID. Он действует не больше двух лет.',
    yandex:
      '«Создать приложение», «Для авторизации пользователей». Укажите название, иконку и почту.\nПлатформа «Веб-сервисы»: вставьте адрес, показанный выше, в поле Redirect URI.\nДоступ к данным: логин, имя и фамилия, пол.\nСкопируйте ClientID и Client secret.',
    vk: '«Мои приложения», «Добавить приложение». Платформа: Web.\nБазовый домен: {host}. Доверенный redirect URL: вставьте адрес, показанный выше.\nСкопируйте ID приложения и защищённый ключ.',
    telegram:
      'Создайте бота командой /newbot или выберите готового. Игроки увидят его имя и картинку.\nBot Settings, Web Login: добавьте два разрешённых адреса — {origin} и адрес, показанный выше.\nСкопируйте оттуда Client ID и Client Secret. Секрет — это не токен бота.',
    oidc: 'Создайте конфиденциального клиента: вход по коду авторизации, права openid и profile.\nУкажите в нём адрес, показанный выше, как redirect URI.\nСкопируйте адрес сервиса (issuer), ID и секрет клиента.',
  },
}

export default ru
