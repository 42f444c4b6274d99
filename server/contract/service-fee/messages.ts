/** A change of the platform's fee, or the cancellation of one, for the message to sellers. `from`: a day in Japan. */
interface FeeMessage {
  letter: 'feePlanned' | 'feeWithdrawn'
  before: number
  percent: number
  from: string
  reason: string
}

const dayLabel = (day: string) => {
  const [year, month, date] = day.split('-').map(Number)
  return `${year}年${month}月${date}日`
}

export const feeTitle = ({ letter }: FeeMessage) =>
  letter === 'feePlanned'
    ? 'サービス手数料の変更のお知らせ'
    : 'サービス手数料の変更を取りやめました'

/** Paragraphs. */
export const feeText = ({ letter, before, percent, from, reason }: FeeMessage): string[] =>
  letter === 'feePlanned'
    ? [
        `${dayLabel(from)}から、サービス手数料を売上の${before}%から${percent}%に変更します。`,
        `${dayLabel(from)}0時以降に申し込まれたチケットと新しい参加、同じ日時以降に更新日を迎える参加費から、新しい割合になります。それより前に申し込まれた分は、お支払いや返金が後になっても${before}%のままです。`,
        `理由：${reason}`,
      ]
    : [
        `${dayLabel(from)}から予定していたサービス手数料の変更（${before}%から${percent}%）を取りやめました。サービス手数料は、これからも売上の${before}%です。`,
        `理由：${reason}`,
      ]
