import { Button } from '#pwa/ui/button/Button.tsx'
import { ImageUpload } from '#pwa/ui/forms/ImageUpload.tsx'
import { Icon } from '#pwa/ui/Icon.tsx'
import css from './IdentitySide.module.css'
import type { IdentityPicture } from './useIdentityPicture.ts'

interface IdentitySideProps {
  label: string
  prompt: string
  require?: boolean
  hint?: string
  picture: IdentityPicture
  error: string | undefined
}

/** One side of the identity document: chosen, previewed, uploaded at once, removed or replaced. */
export function IdentitySide(props: IdentitySideProps) {
  const { label, prompt, require = false, hint, picture, error } = props
  const { state } = picture
  const failed = state.at === 'failed' ? state.message : null
  return (
    <div className={css.side}>
      <ImageUpload
        label={label}
        require={require}
        hint={hint}
        shape="card"
        prompt={prompt}
        capture="environment"
        value={state.at === 'none' ? null : state.file}
        onChange={picture.choose}
        error={failed ?? (state.at === 'none' ? error : null)}
      />
      {state.at === 'sending' && (
        <progress
          className={css.progress}
          max={1}
          value={state.part}
          aria-label={`${label}を送信しています`}
        />
      )}
      <p className={css.sent} role="status">
        {state.at === 'sent' && (
          <>
            <Icon name="check" size="s" />
            {label}を決済会社に送信しました
          </>
        )}
      </p>
      {failed && (
        <Button variant="secondary" size="s" icon="refresh" onClick={picture.again}>
          もう一度送信する
        </Button>
      )}
    </div>
  )
}
