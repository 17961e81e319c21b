import { type ComponentProps, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { PICTURE_TYPES } from '#contract/catalogue/picture-limits.ts'
import { TextField } from '../../ui/controls/field.tsx'
import { Picture } from '../../ui/picture.tsx'
import { useDroppedPicture } from './use-dropped-picture.ts'
import { usePictureUpload } from './use-picture-upload.ts'
import { useSubmitAfter } from './use-submit-after.ts'

/** A picture to choose, drop or paste, which is uploaded at once; below it its address, which can be typed as well. */
export function ImageField({ label, ...field }: ComponentProps<typeof TextField>) {
  const id = useId()
  const area = useRef<HTMLDivElement>(null)
  const chooser = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const [image, setImage] = useState(String(field.defaultValue ?? ''))
  const [uploaded, setUploaded] = useState(false)

  const address = () => area.current?.querySelector<HTMLInputElement>(`[name=${field.name}]`)
  const showAddress = () => setImage(address()?.value.trim() ?? '')
  /** Like typing it: whoever listens to the form hears of it. */
  function setAddress(value: string) {
    const control = address()
    if (!control) return
    control.value = value
    control.dispatchEvent(new Event('input', { bubbles: true }))
  }

  const { upload, start, cancel } = usePictureUpload((address) => {
    setAddress(address)
    setUploaded(true)
  })
  const take = (file: File) => {
    setUploaded(false)
    void start(file)
  }
  /** For buttons that disappear when they are pressed. */
  const leave = (work: () => void) => {
    work()
    setUploaded(false)
    button.current?.focus()
  }
  const dragging = useDroppedPicture(area, take)
  const sending = upload.state === 'sending'
  const waiting = useSubmitAfter(area, sending ? 'busy' : uploaded ? 'ready' : 'failed')

  useEffect(() => {
    const form = area.current?.closest('form')
    // The event comes before the controls are emptied.
    const clear = () =>
      queueMicrotask(() => {
        showAddress()
        setUploaded(false)
      })
    form?.addEventListener('reset', clear)
    return () => form?.removeEventListener('reset', clear)
  })

  return (
    <div ref={area} className="grid gap-4">
      <fieldset className="grid gap-1">
        <legend className="mb-1 font-semibold">{label}</legend>
        <div
          className={`grid grid-cols-[auto_minmax(0,1fr)] items-center gap-4 rounded-box border border-dashed p-4 ${dragging ? 'border-primary bg-base-200' : 'border-quiet'}`}
        >
          <Picture
            src={image}
            alt={image ? 'Current picture' : ''}
            width={112}
            height={84}
            sizes="7rem"
            className="w-20 rounded-field sm:w-28"
          />
          <div className="grid justify-items-start gap-2">
            <div className="flex flex-wrap gap-2">
              <button
                ref={button}
                type="button"
                className="btn btn-sm btn-outline"
                aria-describedby={`${id}-problem ${id}-help`}
                onClick={() => chooser.current?.click()}
              >
                {image ? 'Replace' : 'Choose a picture'}
              </button>
              {sending ? (
                <SmallButton onClick={() => leave(cancel)}>Cancel upload</SmallButton>
              ) : (
                image && <SmallButton onClick={() => leave(() => setAddress(''))}>Remove</SmallButton>
              )}
            </div>
            {sending && (
              <>
                <label htmlFor={`${id}-progress`} className="text-sm">
                  {upload.share < 1 ? 'Uploading the picture…' : 'Preparing the picture…'}
                </label>
                <progress
                  id={`${id}-progress`}
                  className="h-2 w-full accent-primary"
                  // Without a value while the shop is at work: nobody knows how long that takes.
                  {...(upload.share < 1 && { value: upload.share })}
                />
              </>
            )}
            <p id={`${id}-problem`} role="alert" className="text-error text-sm empty:hidden">
              {upload.state === 'failed' && upload.problem}
            </p>
            <p id={`${id}-help`} className="text-quiet text-sm">
              Or drop or paste it here. JPEG, PNG, WebP or AVIF, up to 15&nbsp;MB.
            </p>
          </div>
          <p role="status" className="col-span-full text-sm empty:hidden">
            {waiting && 'The product will be saved as soon as the upload finishes.'}
            {uploaded && 'Picture uploaded.'}
          </p>
        </div>
      </fieldset>
      {/* Only what is listed: a phone then converts what it takes to JPEG. */}
      <input
        ref={chooser}
        type="file"
        accept={PICTURE_TYPES.join()}
        hidden
        aria-label={label}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          // The same file can be chosen again after a failure.
          target.value = ''
          if (file) take(file)
        }}
      />
      <TextField
        {...field}
        label={`${label} link`}
        inputMode="url"
        autoComplete="off"
        onInput={showAddress}
      />
    </div>
  )
}

function SmallButton(props: { onClick: () => void; children: ReactNode }) {
  return <button type="button" className="btn btn-sm btn-ghost" {...props} />
}
