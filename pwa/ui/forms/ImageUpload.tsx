import { useState } from 'react'
import { IconButton } from '../button/IconButton.tsx'
import { cx } from '../cx.ts'
import { Icon } from '../Icon.tsx'
import { Field, type FieldLook, splitLook } from './Field.tsx'
import css from './ImageUpload.module.css'
import { useAddress } from './useAddress.ts'

interface ImageUploadProps extends FieldLook {
  /** A chosen file, or the URL of the saved picture. */
  value: File | string | null
  onChange: (file: File | null) => void
  /** `card` is an identity document's side, 85.6 × 54 mm. */
  shape?: 'wide' | 'square' | 'card' | 'arch' | 'avatar'
  /** The text in the empty frame: 表面の画像を選ぶ. */
  prompt?: string
  capture?: 'environment' | 'user'
  /** The chosen picture is being converted; another one can be chosen. */
  busy?: boolean
}

/** A picture input: choose or drop, preview, remove. */
export function ImageUpload(props: ImageUploadProps) {
  const { look, rest } = splitLook(props)
  const { value, onChange, shape = 'wide', prompt = '画像を選ぶ', capture, busy = false } = rest
  const address = useAddress(value)
  // A format that this browser does not know, as HEIC: its name is shown instead.
  const [unknown, setUnknown] = useState<string | null>(null)
  const url = busy || address === unknown ? null : address
  const disabled = look.disabled ?? false
  return (
    <Field {...look}>
      {(wiring) => (
        <div className={cx(css.frame, css[shape], url && css.filled)}>
          {url ? (
            <img src={url} alt="選んだ画像" onError={() => setUnknown(url)} />
          ) : (
            <span className={css.prompt}>
              <Icon name="image" />
              {busy ? (
                <span role="status">画像を準備しています…</span>
              ) : value instanceof File ? (
                value.name
              ) : (
                prompt
              )}
            </span>
          )}
          <input
            {...wiring}
            type="file"
            accept="image/*"
            capture={capture}
            aria-busy={busy}
            onChange={({ currentTarget }) => {
              const file = currentTarget.files?.[0]
              currentTarget.value = '' // Allows choosing the same file again.
              if (file) onChange(file)
            }}
          />
          {value !== null && !disabled && (
            <IconButton
              icon="close"
              size="s"
              tone="scrim"
              label="画像を削除"
              onClick={() => onChange(null)}
            />
          )}
        </div>
      )}
    </Field>
  )
}
