import type { User } from '#contract/account.ts'
import { paths } from '#pwa/lib/paths.ts'
import { Button } from '#pwa/ui/Button.tsx'
import { Me } from './Me.tsx'

/** The end of the way out, for those who have not left: their account is as it was. */
export const StillHere = ({ user }: { user: User }) => (
  <div className="stack-l">
    <div className="stack-s">
      <h2>アカウントはそのままです</h2>
      <p className="small muted">
        退会は完了していません。参加しているルームもチケットも、これまでどおり使えます。
      </p>
    </div>
    <Me user={user} />
    <div className="stack-s">
      <Button wide to={paths.account}>
        アカウントへ戻る
      </Button>
      <Button wide variant="quiet" to={paths.unsubscribe}>
        退会について
      </Button>
    </div>
  </div>
)
