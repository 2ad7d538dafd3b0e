import type { MailTexts } from "./en.ts";

export const ptBR: MailTexts = {
  subject: "[{service}] {status}: {name}",
  subjectOf: "[{service}] {status}: {name} ({components})",
  more: { one: "mais {count}", other: "mais {count}" },
  first: "{status}: {components}",
  affected: "{component} ({status})",

  newIncident: "Novo incidente",
  incident: "Atualização de um incidente",
  newMaintenance: "Nova manutenção programada",
  maintenance: "Atualização de uma manutenção programada",
  posted: "Publicado:",
  planned: "Programada:",
  read: "Ler na página de status",
  why: "Você recebe este e-mail porque se inscreveu para receber atualizações sobre {service}.",
  manage: "Alterar a inscrição",

  confirm: {
    subject: "[{service}] Confirme sua inscrição",
    first:
      "Alguém, esperamos que você, pediu para receber neste endereço e-mails sobre os incidentes e as manutenções de {service}.",
    button: "Confirmar a inscrição",
    otherwise:
      "Se não foi você, ignore este e-mail: não enviaremos atualizações e excluiremos este endereço em até uma semana.",
  },
  known: {
    subject: "[{service}] Você já está inscrito",
    first:
      "Alguém, esperamos que você, pediu para receber neste endereço e-mails sobre os incidentes e as manutenções de {service}. Este endereço já está inscrito.",
    otherwise: "Se não foi você, ignore este e-mail.",
  },
};
