import type { Texts } from "./en.ts";

export const ptBR: Texts = {
  service: "Serviço",
  pageName: "Status de {service}",
  describes: "Status atual, incidentes, disponibilidade e manutenções programadas de {service}.",
  back: "Status atual",
  pages: "Páginas",
  languages: "Idiomas",

  states: {
    Operational: "Operacional",
    "Under Maintenance": "Em manutenção",
    "Degraded Performance": "Desempenho reduzido",
    "Partial Outage": "Interrupção parcial",
    "Major Outage": "Interrupção grave",
    Investigating: "Em investigação",
    Identified: "Causa identificada",
    Monitoring: "Em monitoramento",
    Resolved: "Resolvido",
    Scheduled: "Programada",
    "In Progress": "Em andamento",
    Verifying: "Em verificação",
    Completed: "Concluída",
  },

  banner: {
    Operational: "Todos os sistemas operacionais",
    "Under Maintenance": "Serviço em manutenção",
    "Degraded Performance": "Serviço parcialmente degradado",
    "Partial Outage": "Interrupção parcial do sistema",
    "Major Outage": "Interrupção grave do sistema",
    degraded: "Serviço degradado como um todo",
    minor: "Interrupção leve do serviço",
  },
  openIncidents: {
    one: "{count} incidente ativo",
    many: "{count} incidentes ativos",
    other: "{count} incidentes ativos",
  },
  troubledComponents: {
    one: "{count} componente afetado",
    many: "{count} componentes afetados",
    other: "{count} componentes afetados",
  },
  runningMaintenances: {
    one: "{count} manutenção em andamento",
    many: "{count} manutenções em andamento",
    other: "{count} manutenções em andamento",
  },

  active: "Incidentes ativos",
  affects: "Afeta",
  affected: "Afetou",
  earlier: {
    one: "{count} atualização anterior",
    many: "{count} atualizações anteriores",
    other: "{count} atualizações anteriores",
  },
  lasted: "durou {duration}",

  components: "Componentes",
  noComponents: "Nenhum componente foi adicionado ainda.",
  lastDays: { one: "Último dia", many: "Últimos {count} dias", other: "Últimos {count} dias" },
  days: { one: "{count} dia", many: "{count} dias", other: "{count} dias" },
  uptimeDays: "Dias exibidos",
  today: "Hoje",
  uptime: "{percent} de disponibilidade",
  day: "{date}: {states}",
  lasting: "{state} ({duration})",
  notCounted: "Não contabilizado antes de {date}",
  alwaysFine: "operacional todos os dias",
  troubledDays: {
    one: "não totalmente operacional em {count} dia",
    many: "não totalmente operacional em {count} dias",
    other: "não totalmente operacional em {count} dias",
  },
  howCounted:
    "A disponibilidade é a parcela do tempo sem interrupções: uma interrupção grave conta por inteiro e uma parcial, {share}; desempenho reduzido e manutenção não contam. A barra de cada dia mostra o seu pior status.",

  maintenance: "Manutenção programada",
  window: "{from} - {to} ({zone})",

  metrics: "Métricas",
  timeframes: { day: "Dia", week: "Semana", month: "Mês" },
  lastDay: "{title} no último dia",
  graph: {
    average: "Média: {value}",
    summary: "{average}, de {lowest} a {highest}, por último {last}.",
    noData: "Ainda não há dados para este período.",
    nothing: "sem dados",
    zone: "Os horários estão em UTC.",
  },

  noIncidents: "Nenhum incidente registrado.",
  stillOpen: "{name} começou e continua em aberto ({status}).",

  history: "Histórico",
  nothingThatMonth: "Nada foi registrado neste mês.",
  months: "Meses",
  wholeHistory: "Histórico completo",

  incident: "Incidente",
  oneMaintenance: "Manutenção programada",
  component: "Componente",
  months12: "Últimos 12 meses",
  itsNotices: "Incidentes e manutenções",
  noNotices: "Nada foi registrado sobre este componente.",

  follow: "Receber atualizações",
  feeds: "Em um leitor de feeds",
  calendar: "No seu calendário",
  calendarOf: "Manutenções programadas (iCalendar)",
  programs: "Para programas",
  api: "API",

  zone: "Todos os horários estão em UTC.",
  ownZone: "Os horários estão no seu fuso ({zone}); os dias, em UTC.",

  snapshot: "Esta página não pode ser atualizada no momento. Ela mostra o que se sabia em {time}.",
  unknown: "Status desconhecido",
  unknownReason:
    "Não é possível ler no momento o que se sabe sobre o serviço. Isso não diz nada sobre o serviço em si. Tente novamente em um minuto.",

  notFound: "404 Página não encontrada",
  refused: "Esta página não pode ser exibida",
  reasons: {
    404: "Não há nada neste endereço. O conteúdo pode ter sido excluído.",
    503: "O serviço está ocupado ou fora do ar no momento. Tente novamente em alguns segundos.",
  },
  toPage: "Ir para a página de status",
};
