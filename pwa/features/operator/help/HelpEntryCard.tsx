import { HELP_MAX } from '#contract/operator/limits.ts'
import { IconButton } from '#pwa/ui/button/IconButton.tsx'
import { TextArea } from '#pwa/ui/forms/TextArea.tsx'
import { TextInput } from '#pwa/ui/forms/TextInput.tsx'
import { Card } from '#pwa/ui/layout/Card.tsx'
import { FaqRow } from '#pwa/ui/layout/FaqRow.tsx'
import { RichText } from '#pwa/ui/RichText.tsx'
import { usePreview } from '../writing/usePreview.ts'
import type { HelpEntries, Row } from './useHelpEntries.ts'

interface HelpEntryCardProps {
  row: Row
  at: number
  all: HelpEntries
  errors: Record<string, string[]>
}

/** One question with its answer: edited, moved, removed and previewed. */
export function HelpEntryCard({ row, at, all, errors }: HelpEntryCardProps) {
  const { body_html } = usePreview('help', row.answer)
  const nth = `${at + 1}番目の質問`
  return (
    <Card as="li" padded>
      <div className="stack">
        <div className="row between">
          <b className="num">{at + 1}</b>
          <span className="row">
            {at > 0 && (
              <IconButton icon="up" label={`${nth}を上へ`} onClick={() => all.move(at, -1)} />
            )}
            {at < all.rows.length - 1 && (
              <IconButton icon="down" label={`${nth}を下へ`} onClick={() => all.move(at, 1)} />
            )}
            <IconButton icon="trash" label={`${nth}を削除`} onClick={() => all.remove(at)} />
          </span>
        </div>
        <TextInput
          label="質問"
          require
          maxCount={HELP_MAX.question}
          value={row.question}
          onChange={(question) => all.set(at, { question })}
          error={errors[`entries.${at}.question`]?.[0]}
        />
        <TextArea
          label="回答"
          require
          rows={5}
          maxCount={HELP_MAX.answer}
          value={row.answer}
          onChange={(answer) => all.set(at, { answer })}
          error={errors[`entries.${at}.answer`]?.[0]}
        />
        <FaqRow question={row.question || 'プレビュー'}>
          <RichText html={body_html} />
        </FaqRow>
      </div>
    </Card>
  )
}
