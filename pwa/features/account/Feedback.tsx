import { useState } from 'react'
import { paths } from '#pwa/lib/paths.ts'
import { Button } from '#pwa/ui/button/Button.tsx'
import { Icon } from '#pwa/ui/Icon.tsx'
import { Card } from '#pwa/ui/layout/Card.tsx'
import css from './FeedbackForm.module.css'
import { FeedbackForm } from './FeedbackForm.tsx'

export function Feedback() {
  const [sent, setSent] = useState(false)
  if (sent) return <Thanks onAgain={() => setSent(false)} />
  return (
    <div className="stack">
      <p className="small muted">
        Roomへのご意見や、お困りのことをお聞かせください。いただいた内容は運営が読みます。
      </p>
      <FeedbackForm onSent={() => setSent(true)} />
    </div>
  )
}

const Thanks = ({ onAgain }: { onAgain: () => void }) => (
  <Card className={css.thanks} role="status">
    <span className={css.mark}>
      <Icon name="check" />
    </span>
    <h2>ありがとうございます</h2>
    <p className="small muted">お送りいただいた内容を受け取りました。</p>
    <Button to={paths.account}>アカウントへ戻る</Button>
    <Button variant="quiet" onClick={onAgain}>
      続けて送る
    </Button>
  </Card>
)
