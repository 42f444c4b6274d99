import { plansOf } from './event-plan.ts'

/** Events of kitchens, plants, skies and ways. */
export const EVERYDAY_EVENTS = {
  yukie: plansOf('yukie', 'kitchen', [
    {
      title: '味噌をいっしょに仕込む日',
      scene: 'miso',
      tags: '味噌づくり',
      amount: 1_200,
      sold: 57,
      capacity: 80,
      when: { days: 15, at: '14:00' },
      lasts: 150,
      archiveDays: 30,
      about:
        '大豆一キロぶんの味噌を、画面のこちらと向こうで同時に仕込みます。材料表は参加のあとにお送りします。',
    },
    {
      title: '大根ぜんぶ使う昼ごはん',
      amount: 300,
      sold: 38,
      when: { days: 1, at: '12:00', weekday: '土' },
      about: '葉っぱから皮まで。四品つくります。',
    },
    {
      title: 'いくらのしょうゆ漬け',
      amount: 500,
      sold: 71,
      flg: 3,
      archive: 1,
      when: { days: -6, at: '14:00' },
      archiveDays: 30,
      haru: 'held',
      about: '生筋子のほぐし方から。ぬるま湯の温度が大事です。',
    },
    {
      title: '漬けものの樽を洗う',
      sold: 29,
      flg: 3,
      when: { days: -40, at: '10:00' },
      about: '冬の前の樽洗い。たわしの話ばかりしていました。',
    },
  ]),
  akari: plansOf('akari', 'stars', [
    {
      title: '流星群をいっしょに待つ夜',
      scene: 'meteors',
      tags: '流れ星',
      sold: 96,
      capacity: 1_000,
      when: { days: 23, at: '22:00' },
      lasts: 240,
      archiveDays: 0,
      about: '画面は暗いままです。流れたら「あ」と書いてください。',
    },
    {
      title: '月齢三の月をさがす',
      sold: 44,
      when: { days: 2, at: '17:10' },
      lasts: 40,
      about: '日が沈んですぐの、細い月を探します。西の空が見える方はベランダへ。',
    },
    {
      title: '流星群 反省会',
      scene: 'meteors',
      sold: 61,
      flg: 3,
      archive: 1,
      when: { days: -1, at: '21:00' },
      about: '曇りでした。それでも話すことはたくさんありました。',
    },
  ]),
  sae: plansOf('sae', 'plants', [
    {
      title: '窓辺の植物相談室',
      sold: 48,
      amount: 300,
      when: { days: 4, at: '20:00' },
      about:
        '窓辺の温度、水やりの間隔、葉が落ちたときの見わけ方。写真を送っていただければ、その場で見ます。',
    },
    {
      title: '枯らした鉢の供養会',
      sold: 66,
      flg: 3,
      when: { days: -18, at: '20:00' },
      archive: 1,
      archiveDays: 30,
      about: '今年だめにしてしまった鉢の話を、持ち寄りました。',
    },
  ]),
  tabi: plansOf('tabi', 'train', [
    {
      title: '車窓だけの二時間 山陰本線',
      tags: '車窓',
      amount: 700,
      sold: 39,
      when: { days: 6, at: '15:30' },
      lasts: 120,
      archiveDays: 14,
      about: '話しません。海側の窓を、そのままお届けします。',
    },
    {
      title: '終着駅の食堂から',
      amount: 400,
      sold: 31,
      flg: 3,
      when: { days: -14, at: '12:00' },
      about: '名物の親子丼をいただきながら、次の行き先を決めました。',
    },
  ]),
  asa: plansOf('asa', 'morning', [
    {
      title: '日曜の長め体操（二十分）',
      sold: 55,
      lasts: 20,
      when: { days: 2, at: '06:30', weekday: '日' },
      about: 'いつもの倍の時間で、肩と腰を中心に。',
    },
    {
      title: '起きられない朝 布団の中からはじめる体操',
      sold: 47,
      lasts: 15,
      flg: 3,
      when: { days: -3, at: '06:30' },
      about: '出られない方のために、布団の中からはじめました。',
    },
  ]),
  yama_no_kai: plansOf('yama_no_kai', 'mountain', [
    {
      title: '低山の持ちもの 装備の話',
      sold: 33,
      when: { days: 12, at: '20:00' },
      about: '手袋は二枚。持っていくもの、置いていくもの。',
    },
  ]),
  nekonote: plansOf('nekonote', 'cats', [
    {
      title: 'ごはんの時間を見守る会',
      sold: 72,
      when: { days: 0, at: '23:30' },
      lasts: 30,
      about: '三匹が食べているところを、ただ見守ります。',
    },
  ]),
}
