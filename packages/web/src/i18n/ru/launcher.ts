import type words from '../en/launcher.ts'

export default {
  connect: {
    title: 'Подключить лаунчер',
    product: 'Лаунчер',
    products: {
      laminara: 'Laminara',
      gravit: 'GravitLauncher',
      aurora: 'AuroraLauncher',
      gml: 'GML',
      azauth: 'Лаунчер с AzAuth: EML, azuriom-auth',
      authlib: 'HMCL, FjordLauncher, PCL — без сервера лаунчера',
      own: 'Свой код',
    },
    address: 'Адрес сервера лаунчера',
    addressHint: 'Ключ работает только с этого адреса. 127.0.0.1 — машина этого сайта.',
    seen: 'Запрос с {ip}, {when}',
    create: 'Создать ключ',
    another: 'Подключить ещё один лаунчер',
    made: 'Ключ работает с адреса {addresses}.',
    shownOnce: 'Ключ ниже показан один раз. Вставьте его сейчас, иначе понадобится новый.',
    step: {
      choose: '1. Выберите',
      key: '2. Создайте ключ',
      on: '2. Включите',
      paste: '3. Вставьте',
    },
    turnOn: 'Включить',
    isOn: 'Включено.',
    keyComing: 'Включено. Ключ создаётся: это занимает до минуты.',
    gravit:
      'С этими настройками работают скины и плащи. Чтобы игроки входили через этот сайт (GravitLauncher 5.6 и новее), создайте для лаунчера приложение на странице «Приложения».',
    files: 'Файлы модуля',
    withNode: '{file}, Node уже внутри',
    noNode:
      'Файлу portal нужен Node 20.16 или новее, установленный для всех пользователей машины. Файл, в котором Node уже есть, лежит в релизе: portal-linux-x64.gz.',
    game: 'Игровой сервер',
    games: {
      agent: 'Любая версия, с authlib-injector',
      hosts: '1.16.5 и новее, без лишних файлов',
      velocity: 'Velocity',
    },
    drag: 'Перетащите в окно HMCL',
    paste: {
      install: 'На машине сервера лаунчера',
      settings: 'Настройки сервера лаунчера',
      texture: 'LaunchServer.json, в блоке auth',
      auroraKey: 'portal.json рядом с модулем',
      auroraAuth: 'LauncherServer: auth',
      gml: 'GML, своя аутентификация: адрес',
      azuriomAuth: 'Лаунчер с azuriom-auth',
      emlLib: 'Лаунчер с EML Lib',
      key: 'Ключ',
      address: 'Адрес, который вводят игроки',
      site: 'Адрес сайта, для других лаунчеров',
      call: 'Первый запрос',
      agent: 'Аргументы Java, перед -jar',
    },
    hint: {
      agent:
        'Положите authlib-injector.jar рядом с сервером. Для Minecraft 26.3 и новее нужна последняя сборка authlib-injector. online-mode остаётся true.',
      hosts:
        'online-mode остаётся true. Каждая версия Minecraft берёт аргументы, которые знает, и пропускает остальные. Версии 26.3 и новее нужен только последний аргумент.',
      velocity: 'Здесь online-mode остаётся true, а на серверах за Velocity — false.',
    },
  },
  wait: {
    connected: 'Подключён: {when}, адрес {ip}.',
    game: '{launcher}: последний вход {when}, адрес {ip}.',
    unknown:
      'Запрос с неизвестным ключом: {when}, адрес {ip}. Проверьте, что ключ вставлен целиком, и перезапустите сервер лаунчера.',
    forbidden: 'Отказ {when}: этот ключ для другого лаунчера. Выберите выше нужный лаунчер.',
    nothing:
      'Запросов пока нет. Проверьте, что сервер лаунчера запущен, {url} оттуда открывается и брандмауэр не мешает.',
    nobody: 'Входов пока нет. Добавьте адрес в лаунчер и войдите.',
  },
  probe: {
    title: 'Проверка входа',
    about: 'Пробный вход на {url} временным игроком, которого никто не увидит.',
    start: 'Проверить',
    good: 'работает',
    bad: 'не работает',
    warning: 'подождите',
    unknown: 'не проверялось',
    fine: 'Всё работает.',
    wrong: 'Кое-что ещё не работает.',
  },
} satisfies typeof words
