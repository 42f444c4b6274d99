import { PASSWORD_MIN } from '#contract/limits.ts'
import { paths } from '#pwa/lib/paths.ts'
import { Button } from '#pwa/ui/Button.tsx'
import { Card } from '#pwa/ui/Card.tsx'
import { Section } from '#pwa/ui/Section.tsx'

/** A password is changed by a mailed link, which also proves whose account it is. */
export const PasswordFacts = () => (
  <Section title="パスワード">
    <Card padded>
      <div className="stack">
        <p className="small">
          登録しているメールアドレスに、新しいパスワードを決めるためのリンクを送ります。パスワードは
          {PASSWORD_MIN}
          文字以上です。変更すると、すべての端末からサインアウトします。
        </p>
        <Button variant="secondary" wide icon="mail" to={paths.resetPassword}>
          パスワードを再設定する
        </Button>
      </div>
    </Card>
  </Section>
)
