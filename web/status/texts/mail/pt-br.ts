import type { MailTexts } from "./en.ts";

export const ptBR: MailTexts = {
  subject: "[{service}] {status}: {name}",
  subjectOf: "[{service}] {status}: {name} ({components})",
  more: { one: "mais {count}", other: "mais {count}" },
  first: "{status}: {components}",
  affected: "{component} ({status})",

  newIncident: "Um novo incidente",
  incident: "Atualização de um incidente",
  newMaintenance: "Uma nova manutenção programada",
  maintenance: "Atualização de uma manutenção programada",
  posted: "Publicado:",
  planned: "Prevista:",
  read: "Ler na página de status",
  why: "Você recebe este e-mail porque assinou o status de {service}.",
  manage: "Escolher o que receber, ou cancelar",

  confirm: {
    subject: "[{service}] Confirme sua assinatura",
    first:
      "Alguém, esperamos que você, pediu para receber neste endereço os incidentes e as manutenções de {service}.",
    button: "Confirmar a assinatura",
    otherwise:
      "Se não foi você, não é preciso fazer nada: sem confirmação você não receberá mais nada, e em uma semana este endereço será esquecido.",
  },
  known: {
    subject: "[{service}] Você já é assinante",
    first:
      "Alguém, esperamos que você, pediu para receber neste endereço os incidentes e as manutenções de {service}. Ele já está inscrito.",
    otherwise: "Se não foi você, não é preciso fazer nada.",
  },
};
