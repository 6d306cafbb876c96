import { text } from '../../lib/i18n/texts.ts';
import {
  type ConnectionActions,
  type ListedConnection,
  type Prefill,
  type Status,
  useConnecting,
  useForm,
  useReachable,
} from './connection-form.ts';
import { type FirstRunParts, Form } from './Form.tsx';
import { ImportedRow, OwnRow, RowButton } from './ListRow.tsx';
import { useRemoval } from './RemoveDialog.tsx';
import { Service } from './Service.tsx';

interface ServiceRowProps {
  view: ListedConnection;
  isReachable: boolean;
  /** Whether the last attempt to change the connection failed. */
  hasFailed: boolean;
  problem: string | null | undefined;
  /** Whether the person has opened the form. */
  isOpen: boolean;
  /** Whether the button takes the focus because the form was just closed. */
  takesFocus: boolean;
  open(): void;
}

/** The only connected service in one row, with a button that shows its form. */
const ServiceRow = (props: ServiceRowProps) => {
  const { view, isReachable, hasFailed, problem, isOpen, takesFocus, open } = props;
  const state = problem || !isReachable ? 'bad' : 'good';
  const line = problem ?? text(hasFailed ? 'connectedStill' : 'connectedAs', view.secretId);
  return (
    <div class="setting">
      <Service state={isReachable && isOpen ? 'edited' : state} address={view.address}>
        <p class="note">{isReachable ? line : text('connectedUnreachable')}</p>
      </Service>
      {!isOpen && (
        <RowButton takesFocus={takesFocus} press={open}>
          {text('connectionChange')}
        </RowButton>
      )}
    </div>
  );
};

/** A connection, or the first values of one that is not connected yet. */
export interface Entry {
  key: string;
  view: ListedConnection | null;
  prefill?: Prefill | undefined;
}

interface AccountProps {
  entry: Entry;
  /** All connections, the default one first. */
  all: readonly ListedConnection[];
  /** Whether it is shown as one of several. */
  isListed: boolean;
  /** Whether the saved connections could not be read. */
  isUnreadable: boolean;
  /** What the last check found wrong with the default one; null if nothing. */
  problem: string | null | undefined;
  actions: ConnectionActions;
  firstRun: FirstRunParts | undefined;
  isOpen: boolean;
  /** Whether the button of its row takes the focus because the form was just closed. */
  takesFocus: boolean;
  /** Opens the form at the press of its button. */
  press(): void;
  /** Leaves the form open when a request begins: granting the access to the service would otherwise close it. */
  stayOpen(): void;
  /** Closes the form; null if there is nothing else to show. */
  close: (() => void) | null;
  announce(kind: Status['kind']): void;
  onSaved(id: string): void;
  onRemoved(): void;
}

interface RowProps
  extends
    Pick<AccountProps, 'entry' | 'all' | 'isListed' | 'problem' | 'actions' | 'isOpen' | 'takesFocus'>,
    Pick<ServiceRowProps, 'isReachable' | 'hasFailed' | 'open'> {}

const Row = ({ entry: { key, view, prefill }, all, isListed, ...row }: RowProps) => {
  if (!isListed) return view && <ServiceRow view={view} {...row} />;
  if (!view) return prefill?.address ? <ImportedRow id={key} prefill={prefill} {...row} /> : null;
  return <OwnRow connection={view} isDefault={view.id === all[0]?.id} {...row} />;
};

/** A connection as a row that opens its form, or the form alone. */
export const Account = ({
  entry,
  isUnreadable,
  press,
  stayOpen,
  announce,
  onRemoved,
  ...props
}: AccountProps) => {
  const { all, isListed, actions, isOpen } = props;
  const { view } = entry;
  const state = useForm(view, entry.prefill);
  const isReachable = useReachable((!isListed && view?.address) || null, actions) ?? true;
  const connecting = useConnecting({
    actions,
    isUnreadable,
    announce,
    onSaved({ id }) {
      state.reset();
      props.onSaved(id);
    },
  });
  const { kind } = connecting.status;
  const removal = useRemoval({ view, all, remove: actions.remove, moveFirst: actions.moveFirst, onRemoved });
  const cancel = (): void => {
    if (kind !== 'connecting') {
      state.reset();
      connecting.clearStatus();
    }
    props.close?.();
  };
  const offersDefault = view !== null && view.id !== all[0]?.id;
  const listed = isListed ? { offersDefault, remove: removal.ask } : null;
  // Saving the form asks for the access that is missing.
  const isShown = isOpen || (!isListed && !isReachable);
  return (
    <>
      <Row entry={entry} {...props} isReachable={isReachable} hasFailed={kind === 'failed'} open={press} />
      {isShown && (
        <Form
          {...props}
          state={state}
          connecting={connecting}
          isNew={view === null}
          listed={listed}
          onStart={stayOpen}
          cancel={isOpen && props.close ? cancel : null}
        />
      )}
      {removal.dialog}
    </>
  );
};
