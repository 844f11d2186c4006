import type en from '../en/figure.ts'

const ru: typeof en = {
  figure: {
    turn: 'Фигуру можно повернуть пальцем, мышью или стрелками.',
    angle: 'Поворот на {angle}°',
    pose: 'Поза',
    poses: { walk: 'В движении', stand: 'Стоя', back: 'Со спины' },
    onBack: 'На спине',
    backs: { cape: 'Плащ', elytra: 'Элитры' },
  },
}

export default ru
