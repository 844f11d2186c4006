import type en from '../en/figure.ts'

const ru: typeof en = {
  figure: {
    turn: 'Поверните фигуру мышью или стрелками.',
    swipe: 'Проведите пальцем вбок, чтобы повернуть фигуру.',
    angle: 'Поворот на {angle}°',
    pose: 'Поза',
    poses: { walk: 'В движении', stand: 'Стоя', back: 'Со спины' },
    onBack: 'На спине',
    backs: { cape: 'Плащ', elytra: 'Элитры' },
  },
}

export default ru
