import type en from '../en/brand-preview.ts'

const ru: typeof en = {
  brandPreview: {
    title: 'Предпросмотр',
    hint: 'Кнопки точно вашего цвета. Ссылки станут темнее или светлее, только если иначе их трудно прочесть.',
    day: 'Светлая тема',
    night: 'Тёмная тема',
    phone: 'Телефон',
    button: 'Начать играть',
    link: 'Все новости',
    tag: 'Обновление',
    news: 'Начинается новый сезон',
  },
  homePreview: {
    hint: 'Главная страница с вашими изменениями, ещё до сохранения.',
    computer: 'Компьютер',
    phone: 'Телефон',
  },
}

export default ru
