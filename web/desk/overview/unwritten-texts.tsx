import type { OwnerText } from '#contract/site/owner-texts.ts'
import { Notice } from '../../ui/page/notice.tsx'

const CONSEQUENCES: Record<OwnerText, string> = {
  terms: 'The Terms page does not exist yet',
  privacy: 'The Privacy page does not exist yet',
  contact: 'The Contact page shows only its form',
}

/** What customers do not see until the owner has written it. */
export function UnwrittenTexts({ texts }: { texts: OwnerText[] }) {
  if (texts.length === 0) return null
  return (
    <Notice>
      <p className="font-semibold">You haven’t written these pages yet</p>
      <ul className="text-quiet">
        {texts.map((text) => (
          <li key={text}>
            {CONSEQUENCES[text]}: replace the examples in content/{text}.md and restart.
          </li>
        ))}
      </ul>
    </Notice>
  )
}
